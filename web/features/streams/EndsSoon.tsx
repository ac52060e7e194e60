import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { sellsOnWeb } from '#web/features/billing/may-buy.ts'
import { pathTo } from '#web/platform/addresses.ts'

type Props = { stream: UserStream }

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Where access to a course ends soon; few need it with the screen. */
    endsSoon: Props
  }
}

/** Warns that access to a course ends soon, with the way to renew it: by oneself, or by writing to the school. */
export function EndsSoon({ stream }: Props) {
  const t = useCopy()
  const { isNewRenewCourseEnable, supportCategories } = site().config
  const href =
    isNewRenewCourseEnable && sellsOnWeb()
      ? pathTo('extend', { streamId: stream.id })
      : pathTo('supportCourse', { categoryId: supportCategories.renewCourse, streamId: stream.id })
  return (
    <Notice
      tone="warn"
      title={t('streams.critical', { count: stream.daysLeft })}
      action={
        <LinkButton look="secondary" href={href}>
          {t('streams.critical.renew')}
        </LinkButton>
      }
    >
      {t('streams.critical.text')}
    </Notice>
  )
}
