import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { forgetShared, readShared } from '#web/platform/device/shared-files.ts'
import { ChatPlaces, HomeworkPlaces } from './PlaceChoice.tsx'
import { type JudgedFile, judgeFiles } from './judge-files.ts'
import { type Place, putInto } from './places.ts'
import styles from './Share.module.css'
import { SharedFiles } from './SharedFiles.tsx'

type Waiting = { files: JudgedFile[]; hasNoRoom: boolean }

async function readJudged(): Promise<Waiting | null> {
  const shared = await readShared(Date.now())
  return shared ? { hasNoRoom: shared.hasNoRoom, files: await judgeFiles(shared.files) } : null
}

/** What waits on this device, judged: undefined until it has been read, null when nothing waits. Files stay out of the cache of reads. */
function useShared() {
  const [shared, setShared] = useState<Waiting | null>()
  useEffect(() => {
    let isHere = true
    const show = (found: Waiting | null) => isHere && setShared(found)
    readJudged().then(show, () => show(null))
    return () => void (isHere = false)
  }, [])
  const forget = async () => {
    await forgetShared()
    setShared(null)
  }
  return { shared, forget }
}

/** What another app has shared, and the choice of where it goes. */
export function ShareChoice() {
  const t = useCopy()
  const { shared, forget } = useShared()
  if (shared === undefined)
    return (
      <div className={page.column} aria-busy>
        <HeadingSkeleton />
        <Skeleton shape="box" height="6rem" />
      </div>
    )
  if (!shared) return <Nothing title={t('share.empty')} text={t('share.empty.text')} />
  if (shared.files.length === 0 && !shared.hasNoRoom)
    return <Nothing title={t('share.lost')} text={t('share.lost.text')} />
  return <Choice {...shared} onForget={() => void forget()} />
}

function Nothing({ title, text }: { title: string; text: string }) {
  const t = useCopy()
  const home = <LinkButton href={pathTo('home')}>{t('streams.calendar.home')}</LinkButton>
  return <EmptyState isPage icon="camera" title={title} text={text} action={home} />
}

function Choice({ files, hasNoRoom, onForget }: Waiting & { onForget: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const good = files.flatMap(({ file, refusal }) => (refusal ? [] : [file]))
  const { run, isBusy } = useSubmit({
    hasToast: true,
    failed: t('share.failed'),
    async send(place: Place) {
      const left = await putInto(place, good)
      if (left.length > 0) toast(t('share.left', { names: left.map(({ name }) => name).join(', ') }))
      await forgetShared()
      navigate(place.path, { replace: true })
    },
  })
  const handleChoose = (place: Place) => {
    setChosen(place.key)
    void run(place)
  }
  const choice = { busy: isBusy ? chosen : undefined, onChoose: handleChoose }
  return (
    <div className={page.column}>
      <h1>{t('share.title')}</h1>
      {hasNoRoom && (
        <Notice live tone="danger" title={t('share.noRoom')}>
          {t('share.noRoom.text')}
        </Notice>
      )}
      <SharedFiles files={files} />
      {good.length > 0 && (
        <>
          <p className={styles.lead}>{t('share.text')}</p>
          <HomeworkPlaces {...choice} />
          {site().config.isChatSupport && <ChatPlaces {...choice} />}
        </>
      )}
      <p>
        <Button look="secondary" disabled={isBusy} onClick={onForget}>
          {t('share.forget')}
        </Button>
      </p>
    </div>
  )
}
