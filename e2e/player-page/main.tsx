import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCopy } from 'virtual:copy/web'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { isLanguage } from '#kit/copy/language.ts'
import '#kit/ui/tokens.css'
import '#kit/ui/base.css'
import { showScheme } from '#kit/ui/theme.ts'
import { LessonPlayer } from '#web/features/progress/player/LessonPlayer.tsx'
import { demoDay, lessonOf } from './demo-day.ts'

const asked = new URLSearchParams(location.search)
const wished = asked.get('language')
const language = isLanguage(wished) ? wished : 'en'
const theme = asked.get('theme')
const only = asked.get('only')?.split(',')
const resumeAt = Number(asked.get('resume') ?? 0)
const timing = { saveTimeoutMs: 5000, minViewedMs: 2000, minViewedEndedMs: 30_000 }
const items = only ? demoDay.filter(item => only.includes(item.key)) : demoDay
const resume = new Map(items.map(item => [item.lessonSetLessonId, resumeAt]))

function GalleryDay() {
  const [start, setStart] = useState({ key: asked.get('start') ?? items[0]?.key ?? '', isPlayed: false })
  const [told, setTold] = useState<string[]>([])
  const tell = (...parts: readonly (string | number)[]) => setTold(lines => [...lines, parts.join(' ')])
  return (
    <main style={{ maxWidth: '60rem', margin: 'auto', padding: '0 16px 4rem' }}>
      <h1 style={{ paddingBlock: '1rem', fontSize: '1.25rem' }}>Day 4</h1>
      <LessonPlayer
        items={items}
        start={start}
        resume={resume}
        lessonOf={lessonOf}
        isDayEnded={asked.has('ended')}
        isActing={false}
        timing={timing}
        onWatched={report =>
          tell('watched', report.lessonSetLessonId, report.viewedMs, report.playCount, report.positionSeconds)
        }
        onItemChange={item => tell('item', item.key)}
        onAllPlayed={() => tell('all played')}
        onMilestone={(name, item, percent) => tell(name, item.key, percent)}
      />
      <button type="button" onClick={() => tell('the day is usable')}>
        Finish
      </button>
      {items.map(({ key }) => (
        <button key={key} type="button" onClick={() => setStart({ key, isPlayed: true })}>
          Choose {key}
        </button>
      ))}
      <pre data-testid="told">{told.join('\n')}</pre>
    </main>
  )
}

showScheme(theme === 'dark' || theme === 'light' ? theme : 'system')
document.documentElement.lang = language
const messages = await loadCopy(language)
const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <CopyProvider language={language} messages={messages}>
      <GalleryDay />
    </CopyProvider>,
  )
}
