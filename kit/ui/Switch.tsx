import type { ComponentProps } from 'react'
import { Checkbox } from './Checkbox.tsx'

/** A setting that takes effect at once; label at the start, knob at the end. */
export function Switch(props: Omit<ComponentProps<typeof Checkbox>, 'look'>) {
  return <Checkbox {...props} look="switch" />
}
