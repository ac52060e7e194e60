import type { Language } from '#shared/platform/contract.ts'

/** What the app knows the words for. */
export type Situation = 'homework' | 'renewal' | 'course' | 'consultation'

type CategoryIds = { passHomework: number; renewCourse: number; renewConsultation: number }

/** What a brand's category is asked about without words; undefined when only the person can say it. */
export function situationOf(categoryId: number, ids: CategoryIds): Situation | undefined {
  if (categoryId === ids.passHomework) return 'homework'
  const isCourse = categoryId === ids.renewCourse
  if (categoryId === ids.renewConsultation) return isCourse ? 'renewal' : 'consultation'
  return isCourse ? 'course' : undefined
}

/** The question itself, as the person would ask it. */
export const autoTexts: Record<Situation, Record<Language, string>> = {
  homework: {
    en: 'Please help me to hand in my homework.',
    ru: 'Помогите, пожалуйста, сдать домашнее задание.',
    es: 'Por favor, ayudadme a entregar la tarea.',
  },
  renewal: {
    en: 'I would like to renew my course or my consultations. Please tell me how.',
    ru: 'Хочу продлить курс или консультации. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría renovar el curso o las consultas. ¿Podéis decirme cómo?',
  },
  course: {
    en: 'I would like to renew my course. Please tell me how.',
    ru: 'Хочу продлить курс. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría renovar el curso. ¿Podéis decirme cómo?',
  },
  consultation: {
    en: 'I would like to have more consultations. Please tell me how.',
    ru: 'Хочу продлить консультации. Подскажите, пожалуйста, как это сделать.',
    es: 'Me gustaría tener más consultas. ¿Podéis decirme cómo?',
  },
}
