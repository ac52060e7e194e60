import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { themeTokens } from '#shared/features/brands/theme-tokens.ts'
import { type Typeface, typefaces } from '#shared/features/brands/typefaces.ts'
import styles from './Brand.module.css'
import { valueAt } from './brand-draft.ts'

const colour = (value: unknown, otherwise: string) =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : otherwise

type Theme = Partial<Brand['site']['theme']>
const amounts = ['hue', 'tint', 'radius', 'buttonRadius', 'depth', 'space'] as const

/** The theme of a draft; values that are not valid yet are left out. */
function themeOf(draft: unknown): Theme {
  const at = (name: keyof Theme) => valueAt(draft, `site.theme.${name}`)
  const [font, display, joy] = [at('font'), at('display'), at('joy')]
  return {
    accent: colour(at('accent'), '#555555'),
    accentDark: colour(at('accentDark'), '#aaaaaa'),
    ...(joy ? { joy: colour(joy, '#555555') } : {}),
    ...Object.fromEntries(amounts.map(name => [name, at(name)]).filter(([, value]) => Number.isFinite(value))),
    ...(typeof font === 'string' && /^[A-Za-z0-9 ,'-]+$/.test(font) && { font }),
    ...(typeof display === 'string' && display in typefaces && { display: display as Typeface }),
  }
}

/** A sample of what learners see, light and dark, at the width of a phone. */
export function BrandPreview({ draft }: { draft: Record<string, unknown> }) {
  const t = useCopy()
  const key = JSON.stringify(themeOf(draft))
  const theme = useMemo(() => JSON.parse(key) as Theme, [key])
  return (
    <section className={styles.preview} aria-label={t('brand.preview')}>
      <h2>{t('brand.preview')}</h2>
      <div className={styles.phones}>
        {(['light', 'dark'] as const).map(scheme => (
          <figure key={scheme}>
            <div className={styles.phoneBox}>
              <PreviewFrame
                title={`${t('brand.preview')}: ${t(`brand.preview.${scheme}`)}`}
                scheme={scheme}
                theme={theme}
              >
                <Sample draft={draft} />
              </PreviewFrame>
            </div>
            <figcaption className={styles.muted}>{t(`brand.preview.${scheme}`)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

function Sample({ draft }: { draft: Record<string, unknown> }) {
  const t = useCopy()
  const given = valueAt(draft, 'site.name')
  const name = typeof given === 'string' ? given : ''
  const logo = valueAt(draft, 'site.headerLogo')
  const club = valueAt(draft, `config.clubInApp.title.${t.language}`)
  const footer = (valueAt(draft, 'site.footers') as Record<string, string>[] | undefined)?.[0]?.[t.language]
  return (
    <div className={styles.sample} inert>
      <header className={styles.sampleHeader}>
        {typeof logo === 'string' && <img src={brandAssetUrl(logo)} alt={name} />}
        <strong>{name}</strong>
      </header>
      <h1>{t('brand.preview.hello')}</h1>
      <Card>
        <div className={styles.sampleCard}>
          <p className={styles.muted}>{t('brand.preview.today')}</p>
          <h2>{t('brand.preview.lesson')}</h2>
          <ProgressBar percent={13} label={t('brand.preview.days')} />
          <p>{t('brand.preview.days')}</p>
          <Button wide>{t('brand.preview.start')}</Button>
          <Button wide look="secondary">
            {t('brand.preview.later')}
          </Button>
        </div>
      </Card>
      <Card tone="accent">
        <p>
          <Badge tone="accent">{t('brand.preview.new')}</Badge> {t('brand.preview.answer')}
        </p>
      </Card>
      {typeof club === 'string' && <p className={styles.sampleLink}>{club}</p>}
      {footer && <p className={styles.muted}>{footer}</p>}
    </div>
  )
}

type PreviewFrameProps = { title: string; scheme: 'light' | 'dark'; theme: Theme; children: ReactNode }

/** A separate page (iframe) with the studio's styles and the draft's theme, since tokens are set on the root element. */
function PreviewFrame({ title, scheme, theme, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  // Some browsers replace the first empty document by another one.
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!inside) return undefined
    inside.documentElement.lang = document.documentElement.lang
    inside.title = title
    copyStyles(inside)
    // Styles of what is shown inside may arrive later with another chunk.
    const watch = new MutationObserver(() => copyStyles(inside))
    watch.observe(document.head, { childList: true })
    setBody(inside.body)
    return () => watch.disconnect()
  }, [title, loads])
  useEffect(() => {
    const root = body?.ownerDocument.documentElement
    if (!root) return
    root.dataset['theme'] = scheme
    root.removeAttribute('style')
    for (const [name, value] of Object.entries(themeTokens(theme))) root.style.setProperty(name, value)
  }, [body, scheme, theme])
  return (
    <iframe
      ref={frame}
      title={title}
      className={styles.phone}
      tabIndex={-1}
      sandbox="allow-same-origin"
      onLoad={() => setLoads(loads + 1)}
    >
      {body && createPortal(children, body)}
    </iframe>
  )
}

function copyStyles(inside: Document): void {
  const copies = [...document.head.querySelectorAll('link[rel="stylesheet"], style')].filter(
    // Not the page's own theme, which would override the draft's.
    style => !style.textContent?.startsWith(':root{--brand-'),
  )
  inside.head.replaceChildren(...copies.map(style => inside.importNode(style, true)))
}
