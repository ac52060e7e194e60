import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BannerCard } from '#kit/features/banners/BannerCard.tsx'
import type { Banner } from '#shared/features/banners/forms.ts'
import { countView } from './count-view.ts'

/** So much of a banner has to be visible for it to count as shown. */
const visibleShare = 0.5

type Props = { banner: Banner; className?: string | undefined; children?: ReactNode }

/** A banner that is counted for as long as it stands here. */
export function CountedBanner({ banner, className, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [count] = useState(() => countView(banner.id))
  useEffect(() => {
    if (!element.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        count('banner_show')
        watcher.disconnect()
      },
      { threshold: visibleShare },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [count])
  return (
    <div ref={element} className={className}>
      <BannerCard banner={banner} onFollow={() => count('banner_click')}>
        {children}
      </BannerCard>
    </div>
  )
}
