import Type from 'typebox'
import { eventLimits, eventNames } from './analytics.ts'
import { contract } from './contract.ts'
import { failureLimits } from './failure-reports.ts'
import { oneOf } from './schemas.ts'

const Accepted = Type.Object({ accepted: Type.Integer() })

/** The app's reports of usage and failures. */
export const telemetry = contract({
  refusals: {},
  calls: {
    'POST /analytics-events': {
      access: 'public',
      summary: 'What visitors did who allowed to be counted; stored where the brand keeps its own figures',
      limit: { requests: 120, seconds: 60 },
      body: Type.Object({
        visitor: Type.Optional(
          Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'random, of one device' }),
        ),
        events: Type.Array(
          Type.Object({
            name: oneOf(eventNames),
            params: Type.Record(
              Type.String({ pattern: '^[A-Za-z_]{1,40}$' }),
              Type.Unsafe<string | number>({
                anyOf: [{ type: 'string', maxLength: eventLimits.characters }, { type: 'number' }],
              }),
              { maxProperties: eventLimits.details },
            ),
            occurred_at: Type.Integer({ minimum: 1, maximum: 100_000_000_000, description: 'Unix seconds' }),
          }),
          { minItems: 1, maxItems: eventLimits.events },
        ),
      }),
      answer: Accepted,
    },
    'POST /error-reports': {
      access: 'public',
      summary: 'Failures of the app in a browser, without anything of the person; logged once each',
      limit: { requests: 20, seconds: 60 },
      body: Type.Object({
        reports: Type.Array(
          Type.Object({
            kind: oneOf(['error', 'rejection', 'screen', 'load']),
            name: Type.String({ maxLength: failureLimits.name }),
            message: Type.String({ maxLength: failureLimits.message }),
            stack: Type.String({ maxLength: failureLimits.stack }),
            path: Type.String({ maxLength: failureLimits.path }),
          }),
          { minItems: 1, maxItems: failureLimits.reports },
        ),
      }),
      answer: Accepted,
    },
  },
})
