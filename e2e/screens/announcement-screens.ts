import { newLearner, withDatabase } from '../school/people.ts'
import type { Screen } from './screen.ts'

/** Announcements in the studio and for one who was told one, in their states. */
export async function announcementScreens(): Promise<Screen[]> {
  const staff = { isStaff: true }
  const { userId, draft, scheduled, sent } = await announced()
  const at = (id: number) => `/admin/announcements/${id}`
  return [
    { name: 'announcement', path: `/announcements/${sent}`, userId },
    { name: 'announcement-gone', path: '/announcements/987654321', userId },
    { ...staff, name: 'studio-announcements', path: '/admin/announcements' },
    {
      ...staff,
      name: 'studio-announcements-new',
      path: '/admin/announcements',
      isPlaced: true,
      prepare: async page => {
        await page.locator('main header').getByRole('button').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { ...staff, name: 'studio-announcement', path: at(draft) },
    { ...staff, name: 'studio-announcement-scheduled', path: at(scheduled) },
    { ...staff, name: 'studio-announcement-sent', path: at(sent) },
    { ...staff, name: 'studio-announcement-gone', path: at(987_654_321) },
  ]
}

const body = {
  en: {
    title: 'A week without new days',
    body: 'Take it to **catch up**.\n\n- Watch what you have missed\n- Hand in your homework',
  },
  ru: {
    title: 'Неделя без новых дней',
    body: 'Используйте её, чтобы **наверстать**.\n\n- Посмотрите пропущенное\n- Сдайте задания',
  },
  es: {
    title: 'Una semana sin días nuevos',
    body: 'Úsala para **ponerte al día**.\n\n- Mira lo que te has perdido\n- Entrega tus tareas',
  },
}

/** Announcements in each state, of which the last was told to a learner. */
async function announced() {
  const { id: userId } = await newLearner()
  const audience = { kind: 'away', course_id: null, stream_id: null, club_id: null, day_id: null, days: 14 }
  const { rows } = await withDatabase(client =>
    client.query<{ id: number }>(
      `with made as (
         insert into announcements (brand_id, texts, link, by_push, by_letter, audience, timing, state, starts_at, recipients, told, pushed,
           lettered, opened, clicked)
         select 'kurso', $2, '/courses', true, true, $3, $4, s.state, s.at, s.told, s.told, s.told / 2, s.told / 3, s.told / 4, s.told / 8
         from (values (1, 'draft', null::timestamptz, 0), (2, 'scheduled', '2030-01-01T07:00:00Z', 0),
           (3, 'sent', '2026-11-20T07:00:00Z', 240)) as s(n, state, at, told) order by s.n returning id, state
       ), told as (
         insert into announcement_recipients (announcement_id, user_id, due_at, told_at)
         select id, $1, '2026-11-20T07:00:00Z', '2026-11-20T07:00:00Z' from made where state = 'sent'
       )
       select id::int from made order by id`,
      [
        userId,
        JSON.stringify(body),
        JSON.stringify(audience),
        JSON.stringify({ kind: 'local', at: null, on: '2030-01-01', time: '08:00' }),
      ],
    ),
  )
  const [draft = 0, scheduled = 0, sent = 0] = rows.map(({ id }) => id)
  return { userId, draft, scheduled, sent }
}
