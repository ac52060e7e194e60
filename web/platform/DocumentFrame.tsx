import styles from './DocumentFrame.module.css'

/** A document of this or another site in a frame of its own. */
export function DocumentFrame({ address, title }: { address: string; title: string }) {
  return <iframe className={styles.frame} src={address} title={title} referrerPolicy="no-referrer" />
}
