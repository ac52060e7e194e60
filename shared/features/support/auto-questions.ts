import type { Language } from '#shared/platform/contract.ts'

/** Situations with prefilled questions. */
export type Situation = 'homework' | 'renewal' | 'course' | 'consultation'

type CategoryIds = { passHomework: number; renewCourse: number; renewConsultation: number }

/** The situation of a brand's category; undefined when the person has to write the question. */
export function situationOf(categoryId: number, ids: CategoryIds): Situation | undefined {
  if (categoryId === ids.passHomework) return 'homework'
  const isCourse = categoryId === ids.renewCourse
  if (categoryId === ids.renewConsultation) return isCourse ? 'renewal' : 'consultation'
  return isCourse ? 'course' : undefined
}

/** The questions in the person's own voice. */
export const autoTexts: Record<Situation, Record<Language, string>> = {
  homework: {
    en: 'Please help me hand in my homework.',
    ru: 'Помогите, пожалуйста, сдать задание.',
    es: 'Por favor, ayudadme a entregar la tarea.',
  },
  renewal: {
    en: 'I would like to renew my course or my consultations. How do I do that?',
    ru: 'Хочу продлить курс или консультации. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría renovar el curso o las consultas. ¿Podéis decirme cómo?',
  },
  course: {
    en: 'I would like to renew my course. How do I do that?',
    ru: 'Хочу продлить курс. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría renovar el curso. ¿Podéis decirme cómo?',
  },
  consultation: {
    en: 'I would like more consultations. How do I get them?',
    ru: 'Хочу продлить консультации. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría tener más consultas. ¿Podéis decirme cómo?',
  },
}
