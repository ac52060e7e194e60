import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Seconds } from '#shared/platform/schemas.ts'

const Name = Type.String({ pattern: '^[a-z][A-Za-z]*$', maxLength: 40 })
const Value = Type.String({ pattern: '^[a-z][A-Za-z]*$', maxLength: 40 })

/** What somebody chose: the names that the brand gives to its question and to the option. */
const OwnAnswer = Type.Object({ name: Name, value: Value, answered_at: Seconds })
export type OwnAnswerWire = Static<typeof OwnAnswer>

/** What people choose in the registration chat of their school. */
export const onboarding = contract({
  refusals: {
    unknown_answer: {
      status: 422,
      text: {
        en: 'Choose one of the answers',
        ru: 'Выберите один из ответов',
        es: 'Elige una de las respuestas',
      },
    },
  },
  calls: {
    'GET /user-answers': {
      access: 'learner',
      summary: 'What the learner has chosen in the registration chat, by the order of answering',
      answer: Type.Array(OwnAnswer),
    },
    'PUT /user-answers': {
      access: 'learner',
      summary: 'Stores what the learner chooses at one of the brand’s questions; another choice replaces it',
      body: Type.Object({ name: Name, value: Value }),
      answer: OwnAnswer,
      refusals: ['unknown_answer'],
    },
  },
})
