import { useState } from 'react'
import { Link } from 'wouter'
import { savesData } from '#kit/request/data-saver.ts'
import type { BannerWire } from '#shared/features/banners/wire.ts'
import { linkTarget } from '#shared/platform/link-target.ts'
import styles from './BannerCard.module.css'

type Props = {
  banner: Pick<BannerWire, 'title' | 'text' | 'image' | 'link'>
  /** Called when it is followed; without it the banner leads nowhere, as in a preview. */
  onFollow?: () => void
  children?: React.ReactNode
}

/** A banner, of one height wherever it stands; the whole of it leads where its title does. */
export function BannerCard({ banner, onFollow, children }: Props) {
  const { title, text, image } = banner
  const [failed, setFailed] = useState<string>()
  return (
    <article className={styles.banner}>
      {image && failed !== image.large && (
        <img
          className={styles.picture}
          src={image.small}
          srcSet={savesData() ? undefined : `${image.small} 480w, ${image.medium} 960w`}
          sizes="(min-width: 828px) 18rem, 40vw"
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(image.large)}
        />
      )}
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          <Target link={banner.link} onFollow={onFollow}>
            {title}
          </Target>
        </p>
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
      </div>
      {children}
    </article>
  )
}

type TargetProps = { link: string | null; onFollow: (() => void) | undefined; children: React.ReactNode }

function Target({ link, onFollow, children }: TargetProps) {
  const target = link === null || !onFollow ? undefined : linkTarget(link)
  if (!target) return children
  if (target.kind === 'inside')
    return (
      <Link href={target.path} className={styles.target} onClick={onFollow}>
        {children}
      </Link>
    )
  return (
    <a href={target.url} className={styles.target} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {children}
    </a>
  )
}
