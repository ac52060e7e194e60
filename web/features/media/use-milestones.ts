import { useEffect, useEffectEvent, useState } from 'react'

export type MilestoneName = 'video_start' | 'video_progress' | 'video_complete' | 'video_speed'
type Percent = 10 | 25 | 50 | 75

/** The progress rule of the same name: the percents passed between two shares (0 to 1) that were not told before. */
export type NextMilestones = (previous: number, current: number, told: ReadonlySet<Percent>) => Percent[]

interface Milestones {
  /** What milestones are counted for, each once. */
  key: string
  nextMilestones: NextMilestones
  onMilestone: (name: MilestoneName, percent: number) => void
}

interface Told {
  names: Set<MilestoneName>
  percents: Set<Percent>
  share: number
}

function shareOf(video: HTMLVideoElement): number {
  return video.duration > 0 ? video.currentTime / video.duration : 0
}

/** Tells the start, each milestone of progress and the end once a key; returns the teller of a changed speed. */
export function useMilestones(video: HTMLVideoElement | null, milestones: Milestones): () => void {
  const { key } = milestones
  const [toldOf] = useState(() => new Map<string, Told>())
  const ownTold = () => {
    const told = toldOf.get(key) ?? { names: new Set(), percents: new Set(), share: 0 }
    toldOf.set(key, told)
    return told
  }
  const tell = (name: MilestoneName, percent: number) => {
    const { names } = ownTold()
    if (names.has(name)) return
    names.add(name)
    milestones.onMilestone(name, percent)
  }
  const handleStart = useEffectEvent(() => tell('video_start', 0))
  const handleEnd = useEffectEvent(() => tell('video_complete', 100))
  const handleProgress = useEffectEvent(() => {
    if (!video || video.seeking || video.readyState === 0) return
    const told = ownTold()
    const share = shareOf(video)
    for (const percent of milestones.nextMilestones(told.share, share, told.percents)) {
      told.percents.add(percent)
      milestones.onMilestone('video_progress', percent)
    }
    told.share = share
  })

  useEffect(() => {
    if (!video || !key) return
    const controller = new AbortController()
    const { signal } = controller
    video.addEventListener('playing', () => handleStart(), { signal })
    video.addEventListener('timeupdate', () => handleProgress(), { signal })
    video.addEventListener('ended', () => handleEnd(), { signal })
    return () => controller.abort()
  }, [video, key])

  return () => tell('video_speed', video ? Math.floor(shareOf(video) * 100) : 0)
}
