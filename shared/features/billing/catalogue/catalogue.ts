import type { PositionFieldsWire } from './catalogue-wire.ts'
import { untitled } from '../selling/selling.ts'

/** Why a position cannot be as staff describe it, and at which field; undefined when it can. */
export function positionFault(fields: PositionFieldsWire) {
  const nameless = untitled(fields.texts)
  if (nameless) return { code: 'title_needed', field: `texts.${nameless}.title` } as const
  return (fields.service_id === null) === (fields.course_id === null)
    ? ({ code: 'position_of_what', field: 'service_id' } as const)
    : undefined
}
