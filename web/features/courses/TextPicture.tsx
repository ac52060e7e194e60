import { useState } from 'react'
import { linkAddress } from './markdown-addresses.ts'

/** A picture in a lesson text; one that does not load leaves its words, and a link when it lies elsewhere. */
export function TextPicture({ address, words }: { address: string; words: string }) {
  const [isBroken, setBroken] = useState(false)
  if (!isBroken) {
    return (
      <img
        src={address}
        alt={words}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    )
  }
  const outside = linkAddress(address)
  if (!outside) return words
  return (
    <a href={outside} target="_blank" rel="noopener noreferrer nofollow">
      {words || outside}
    </a>
  )
}
