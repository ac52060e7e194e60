import { documentFrame } from './document-address.ts'
import styles from './DocumentFrame.module.css'

type Props = { address: string; title: string }

/** A document of this or another site in a frame of its own, which can lead only itself and new windows elsewhere. */
export function DocumentFrame({ address, title }: Props) {
  const { isPdf, sandbox } = documentFrame(address, location.origin)
  if (isPdf) return <embed className={styles.frame} src={address} title={title} type="application/pdf" />
  return <iframe className={styles.frame} src={address} title={title} sandbox={sandbox} referrerPolicy="no-referrer" />
}
