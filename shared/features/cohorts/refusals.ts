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
  cohort_in_use: {
    status: 409,
    text: {
      en: 'Somebody was in this cohort, or a product or an order leads to it, so it stays. You can change its dates',
      ru: 'В этом потоке кто-то учился, или к нему ведёт товар или заказ, поэтому удалить его нельзя. Можно изменить даты',
      es: 'Alguien ha estado en este grupo, o lleva a él un producto o un pedido, así que se queda. Puedes cambiar sus fechas',
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
  code_ends_early: {
    status: 422,
    text: {
      en: 'Choose a last day that is not over yet',
      ru: 'Выберите последний день, который ещё не прошёл',
      es: 'Elige un último día que aún no haya pasado',
    },
  },
  code_unknown: {
    status: 422,
    isOfSecret: true,
    text: {
      en: 'This school has no such code. Check it, or ask whoever gave it to you',
      ru: 'В этой школе нет такого кода. Проверьте его или уточните у того, кто его дал',
      es: 'Esta escuela no tiene ese código. Compruébalo o pregunta a quien te lo dio',
    },
  },
  code_withdrawn: {
    status: 409,
    text: {
      en: 'The school has withdrawn this code. Ask for another one',
      ru: 'Школа отозвала этот код. Попросите другой',
      es: 'La escuela ha retirado este código. Pide otro',
    },
  },
  code_over: {
    status: 409,
    text: {
      en: 'This code has expired',
      ru: 'Срок действия этого кода истёк',
      es: 'Este código ha caducado',
    },
  },
  code_full: {
    status: 409,
    text: {
      en: 'All places of this code are taken',
      ru: 'Все места по этому коду заняты',
      es: 'Todas las plazas de este código están ocupadas',
    },
  },
  cohort_full: {
    status: 409,
    text: {
      en: 'All places in this cohort are taken',
      ru: 'Все места в этом потоке заняты',
      es: 'Todas las plazas de este grupo están ocupadas',
    },
  },
  cohort_ended: {
    status: 409,
    text: {
      en: 'This course has already ended',
      ru: 'Этот курс уже закончился',
      es: 'Este curso ya ha terminado',
    },
  },
  taken_out: {
    status: 409,
    text: {
      en: 'You were taken out of this cohort. Ask the school to enrol you again',
      ru: 'Вас исключили из этого потока. Попросите школу зачислить вас снова',
      es: 'Te dieron de baja de este grupo. Pide a la escuela que te inscriba de nuevo',
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
