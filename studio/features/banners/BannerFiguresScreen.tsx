import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { BarChart } from '#studio/features/figures/BarChart.tsx'
import type { BannerFiguresWire } from '#shared/features/banners/wire.ts'
import { FiguresPage } from '#studio/features/figures/FiguresPage.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { rateText } from './banner-words.ts'
import { figuresQuery } from './data.ts'

/** So many of the last days stand in the chart. */
const charted = 60

/** `/admin/banners/:id/figures`: how often a banner was seen and followed, by day. */
export function BannerFiguresScreen({ id }: { id: number }) {
  const t = useCopy()
  const asked = useQuery({ ...figuresQuery(id), refetchOnMount: 'always' })
  const back = { href: pathTo('banners'), title: t('banners.title') }
  return (
    <OneThing
      asked={asked}
      title={({ title }) => title}
      gone={{ icon: 'info', title: t('banners.gone'), text: t('banners.gone.text'), back }}
    >
      {figures => (
        <FiguresPage back={back} title={figures.title}>
          <p>{t('banners.figures.text')}</p>
          {figures.days.length === 0 ? (
            <EmptyState icon="compass" title={t('banners.figures.none')} text={t('banners.figures.none.text')} />
          ) : (
            <Days {...figures} />
          )}
        </FiguresPage>
      )}
    </OneThing>
  )
}

function Days({ days, ...sum }: BannerFiguresWire) {
  const t = useCopy()
  const dateOf = (day: string) => formatLocalDate(day, t.language, 'short')
  return (
    <>
      <p>{t('banners.figures.sum', { shown: sum.shown, clicked: sum.clicked, rate: rateText(t, sum) })}</p>
      <FigureTable
        title={t('banners.figures')}
        file="banner"
        columns={[
          { id: 'day', title: t('banners.figures.day'), text: row => dateOf(row.day) },
          { id: 'shown', title: t('banners.column.shown'), text: row => String(row.shown), figure: row => row.shown },
          {
            id: 'clicked',
            title: t('banners.column.clicked'),
            text: row => String(row.clicked),
            figure: row => row.clicked,
          },
          {
            id: 'rate',
            title: t('banners.column.rate'),
            text: row => rateText(t, row),
            figure: row => (row.shown === 0 ? null : row.clicked / row.shown),
          },
        ]}
        rows={days}
        idOf={row => row.day}
      >
        <BarChart
          series={[t('banners.column.shown'), t('banners.column.clicked')]}
          bars={days
            .slice(0, charted)
            .toReversed()
            .map(({ day, shown, clicked }) => ({ label: dateOf(day), values: [shown, clicked] }))}
        />
      </FigureTable>
    </>
  )
}
