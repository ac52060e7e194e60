import type { Refusal } from '#shared/platform/contract.ts'

export const cohortRefusals = {
  no_course: {
    status: 422,
    text: { en: 'Choose a course of your school', ru: 'Выберите курс своей школы', es: 'Elige un curso de tu escuela' },
  },
  no_cohort: {
    status: 422,
    text: {
      en: 'Choose another cohort of the same course',
      ru: 'Выберите другой поток того же курса',
      es: 'Elige otro grupo del mismo curso',
    },
  },
  cohort_exists: {
    status: 409,
    text: {
      en: 'The course already has a cohort that starts on this day',
      ru: 'У курса уже есть поток, который начинается в этот день',
      es: 'El curso ya tiene un grupo que empieza ese día',
    },
  },
  cohort_far: {
    status: 422,
    text: {
      en: 'Choose dates within the next ten years',
      ru: 'Выберите даты в пределах ближайших десяти лет',
      es: 'Elige fechas dentro de los próximos diez años',
    },
  },
  cohort_over: {
    status: 422,
    text: {
      en: 'The cohort would already be over',
      ru: 'Такой поток уже закончился бы',
      es: 'El grupo ya habría terminado',
    },
  },
  cohort_short: {
    status: 422,
    text: {
      en: 'The cohort would end before the last day of the course opens',
      ru: 'Поток закончится раньше, чем откроется последний день курса',
      es: 'El grupo terminaría antes de que se abra el último día del curso',
    },
  },
  no_person: {
    status: 422,
    text: {
      en: 'Somebody chosen has no active account in your school',
      ru: 'У кого-то из выбранных нет действующего аккаунта в вашей школе',
      es: 'Alguna de las personas elegidas no tiene una cuenta activa en tu escuela',
    },
  },
  no_seat: {
    status: 409,
    text: {
      en: 'The cohort has fewer free seats',
      ru: 'В потоке не хватает свободных мест',
      es: 'En el grupo no quedan tantas plazas libres',
    },
  },
  place_effects_changed: {
    status: 409,
    text: {
      en: 'Something has changed since you looked at the effects. Look at them again.',
      ru: 'С тех пор как вы смотрели последствия, что-то изменилось. Посмотрите их ещё раз.',
      es: 'Algo ha cambiado desde que miraste los efectos. Vuelve a mirarlos.',
    },
  },
} as const satisfies Record<string, Refusal>
