import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { ArticleState } from '#shared/features/articles/rules.ts'

const tones = { draft: 'neutral', scheduled: 'accent', published: 'success' } as const

/** How far an article is. */
export function StateBadge({ state }: { state: ArticleState }) {
  const t = useCopy()
  return <Badge tone={tones[state]}>{t(`articles.state.${state}`)}</Badge>
}
