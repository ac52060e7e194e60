import { sellingRefusals } from '#shared/features/billing/selling/selling-refusals.ts'
import type { Refusal } from '#shared/platform/contract.ts'

/** Why something about a video consultation is refused. */
export const videoRefusals = {
  slot_taken: {
    status: 409,
    text: {
      en: 'This time has just been taken. Choose another one',
      ru: 'Это время только что заняли. Выберите другое',
      es: 'Esta hora acaba de ocuparse. Elige otra',
    },
  },
  time_overlaps: {
    status: 409,
    text: {
      en: 'You already have a consultation at this time',
      ru: 'На это время у вас уже есть консультация',
      es: 'Ya tienes una consulta a esa hora',
    },
  },
  too_many_holds: {
    status: 409,
    text: {
      en: 'Finish or cancel the booking that you have begun',
      ru: 'Завершите или отмените начатую запись',
      es: 'Termina o cancela la reserva que has empezado',
    },
  },
  none_left: {
    status: 409,
    text: {
      en: 'You have no consultations left in this course',
      ru: 'В этом курсе у вас не осталось консультаций',
      es: 'No te quedan consultas en este curso',
    },
  },
  points_short: {
    status: 409,
    text: {
      en: 'You don’t have enough points for it',
      ru: 'На это не хватает баллов',
      es: 'No tienes puntos suficientes',
    },
  },
  way_unknown: {
    status: 422,
    text: {
      en: 'This consultation cannot be paid for in this way',
      ru: 'Эту консультацию нельзя оплатить таким способом',
      es: 'Esta consulta no se puede pagar de esta manera',
    },
  },
  phone_unfit: {
    status: 422,
    text: {
      en: 'Please check the phone number',
      ru: 'Проверьте номер телефона',
      es: 'Revisa el número de teléfono',
    },
  },
  through_support: {
    status: 409,
    text: {
      en: 'A booked consultation is moved and cancelled through support',
      ru: 'Перенести или отменить консультацию можно через поддержку',
      es: 'Una consulta reservada se cambia o se cancela a través de soporte',
    },
  },
  not_now: {
    status: 409,
    text: {
      en: 'This is no longer possible: the consultation has changed meanwhile',
      ru: 'Это уже невозможно: консультация изменилась',
      es: 'Ya no es posible: la consulta ha cambiado entretanto',
    },
  },
  request_waiting: {
    status: 409,
    text: {
      en: 'A request about this consultation is already waiting',
      ru: 'Запрос по этой консультации уже ждёт ответа',
      es: 'Ya hay una petición pendiente sobre esta consulta',
    },
  },
  request_decided: {
    status: 409,
    text: { en: 'This has already been decided', ru: 'Решение уже принято', es: 'Ya se decidió' },
  },
  rated_already: {
    status: 409,
    text: {
      en: 'A consultation can be rated once, after it has taken place',
      ru: 'Консультацию можно оценить один раз, когда она прошла',
      es: 'Una consulta se puede valorar una sola vez, cuando ha tenido lugar',
    },
  },
  reason_needed: {
    status: 422,
    text: { en: 'Say why', ru: 'Укажите причину', es: 'Indica el motivo' },
  },
  time_needed: {
    status: 422,
    text: { en: 'Choose a time', ru: 'Выберите время', es: 'Elige una hora' },
  },
  kind_untitled: {
    status: 422,
    text: { en: 'Enter a title', ru: 'Введите название', es: 'Escribe un título' },
  },
  unknown_expert: {
    status: 422,
    text: {
      en: 'Choose experts of the school',
      ru: 'Выберите экспертов школы',
      es: 'Elige expertos de la escuela',
    },
  },
  service_unfit: {
    status: 422,
    text: {
      en: 'Choose a service that gives consultations',
      ru: 'Выберите товар, который даёт консультации',
      es: 'Elige un producto que incluya consultas',
    },
  },
  unknown_timezone: {
    status: 422,
    text: { en: 'Unknown time zone', ru: 'Неизвестный часовой пояс', es: 'Zona horaria desconocida' },
  },
  hours_unfit: {
    status: 422,
    text: {
      en: 'Hours end after they begin, in quarters of an hour, and do not overlap',
      ru: 'Часы заканчиваются позже начала, идут по 15 минут и не пересекаются',
      es: 'Las horas terminan después de empezar, van de cuarto en cuarto y no se solapan',
    },
  },
  absence_unfit: {
    status: 422,
    text: {
      en: 'It ends after it begins and lasts at most a year',
      ru: 'Окончание должно быть позже начала, не больше года',
      es: 'Termina después de empezar y dura un año como máximo',
    },
  },
  too_many_absences: {
    status: 409,
    text: {
      en: 'There are too many entries. Delete old ones',
      ru: 'Записей слишком много. Удалите старые',
      es: 'Hay demasiadas entradas. Elimina las antiguas',
    },
  },
  changed_meanwhile: sellingRefusals.changed_meanwhile,
  calendar_address_refused: {
    status: 422,
    text: {
      en: 'This address cannot be used. Enter the public https:// address of a calendar',
      ru: 'Этот адрес использовать нельзя. Введите общедоступный адрес календаря, который начинается с https://',
      es: 'Esta dirección no se puede usar. Escribe la dirección pública de un calendario, que empiece por https://',
    },
  },
  calendar_not_reached: {
    status: 422,
    text: {
      en: 'The calendar at this address cannot be reached, or does not answer in time',
      ru: 'Календарь по этому адресу недоступен или не отвечает вовремя',
      es: 'No se puede acceder al calendario de esta dirección, o no responde a tiempo',
    },
  },
  calendar_too_large: {
    status: 422,
    text: {
      en: 'The calendar at this address is too large to be read',
      ru: 'Календарь по этому адресу слишком большой, прочитать его не удаётся',
      es: 'El calendario de esta dirección es demasiado grande y no se puede leer',
    },
  },
  not_a_calendar: {
    status: 422,
    text: {
      en: 'There is no calendar at this address. Enter the address of an iCalendar file',
      ru: 'По этому адресу нет календаря. Введите адрес файла iCalendar',
      es: 'En esta dirección no hay ningún calendario. Escribe la de un archivo iCalendar',
    },
  },
} as const satisfies Record<string, Refusal>
