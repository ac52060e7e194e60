import type { Period } from '#shared/features/billing/subscriptions/periods.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type LocalDate, msFromDate } from '#shared/platform/times.ts'
import { dateInWords, tagOf } from '#shared/platform/language-tag.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A count with the form of the word that it takes; `#` stands for the count. */
function counted(language: Language, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(tagOf(language)).select(count)] ?? forms.other
  return form.replace('#', new Intl.NumberFormat(tagOf(language)).format(count))
}

const one = {
  en: {
    day: { one: '# day', other: '# days' },
    lesson: { one: '# lesson', other: '# lessons' },
    parts: { one: 'Can be paid in # part', other: 'Can be paid in # parts' },
    free: { one: 'The first day is free', other: 'The first # days are free' },
    access: { one: '# day of access', other: '# days of access' },
    consultations: { one: '# consultation with an expert', other: '# consultations with an expert' },
  },
  ru: {
    day: { one: '# день', few: '# дня', other: '# дней' },
    lesson: { one: '# урок', few: '# урока', other: '# уроков' },
    parts: {
      one: 'Можно разделить на # платёж',
      few: 'Можно разделить на # платежа',
      other: 'Можно разделить на # платежей',
    },
    free: { one: '# день бесплатно', few: '# дня бесплатно', other: '# дней бесплатно' },
    access: { one: '# день доступа', few: '# дня доступа', other: '# дней доступа' },
    consultations: { one: '# консультация эксперта', few: '# консультации эксперта', other: '# консультаций эксперта' },
  },
  es: {
    day: { one: '# día', other: '# días' },
    lesson: { one: '# lección', other: '# lecciones' },
    parts: { one: 'Se puede pagar en # plazo', other: 'Se puede pagar en # plazos' },
    free: { one: 'El primer día es gratis', other: 'Los primeros # días son gratis' },
    access: { one: '# día de acceso', other: '# días de acceso' },
    consultations: { one: '# consulta con un experto', other: '# consultas con un experto' },
  },
} satisfies Record<Language, Record<string, Forms>>

/** A number of things in words. */
export const countOf = (language: Language, what: keyof (typeof one)['en'], count: number) =>
  counted(language, count, one[language][what])

const every: Record<Language, Record<Period['unit'], Forms>> = {
  en: {
    day: { one: 'a day', other: 'every # days' },
    week: { one: 'a week', other: 'every # weeks' },
    month: { one: 'a month', other: 'every # months' },
    year: { one: 'a year', other: 'every # years' },
  },
  ru: {
    day: { one: 'в день', few: 'каждые # дня', other: 'каждые # дней' },
    week: { one: 'в неделю', few: 'каждые # недели', other: 'каждые # недель' },
    month: { one: 'в месяц', few: 'каждые # месяца', other: 'каждые # месяцев' },
    year: { one: 'в год', few: 'каждые # года', other: 'каждые # лет' },
  },
  es: {
    day: { one: 'al día', other: 'cada # días' },
    week: { one: 'a la semana', other: 'cada # semanas' },
    month: { one: 'al mes', other: 'cada # meses' },
    year: { one: 'al año', other: 'cada # años' },
  },
}

/** How often a subscription is paid: 'a month', 'every 3 months'. */
export function everyPeriod(language: Language, { count, unit }: Period): string {
  const forms = every[language][unit]
  return count === 1 ? (forms.one ?? forms.other) : counted(language, count, { ...forms, one: forms.other })
}

/** A calendar date, day first. */
export const dateOf = (language: Language, date: LocalDate) => dateInWords(msFromDate(date), language, 'UTC')

export const languageNames: Record<Language, string> = { en: 'English', ru: 'Русский', es: 'Español' }

type Words = Record<keyof (typeof words)['en'], string>
const words = {
  en: {
    skip: 'Skip to content',
    all: 'All courses',
    offer: 'Courses',
    offerText: 'Choose what to learn. Each course goes day by day, with people who answer you.',
    nothing: 'There is nothing to choose from yet. Come back soon.',
    signIn: 'Sign in',
    toLearning: 'My courses',
    languages: 'Languages',
    buy: 'Buy',
    subscribe: 'Subscribe',
    choose: 'See the prices',
    tryIt: 'Try it for free',
    from: 'from',
    free: 'Free',
    forWhom: 'Who it is for',
    syllabus: 'What you will do, day by day',
    stage: 'Stage',
    day: 'Day',
    rest: 'A day of rest',
    inDemo: 'open in the demo',
    experts: 'Who answers you',
    expertsText: 'They read what you write and review what you hand in.',
    trailer: 'About the course',
    price: 'Price',
    starts: 'From {from} to {to}',
    startsOpen: 'From {from}, for as long as you pay',
    goesOn: 'Under way since {from}, until {to}',
    goesOnOpen: 'Open now, for as long as you pay',
    soldOut: 'No place is left at the moment',
    or: 'or',
    questions: 'Questions and answers',
    goneTitle: 'There is no such page',
    gone: 'Perhaps the course is no longer offered. Here is what there is now.',
  },
  ru: {
    skip: 'К содержанию',
    all: 'Все курсы',
    offer: 'Курсы',
    offerText: 'Выберите, чему учиться. Каждый курс идёт день за днём, и на ваши вопросы отвечают эксперты.',
    nothing: 'Пока выбирать не из чего. Загляните позже.',
    signIn: 'Войти',
    toLearning: 'Мои курсы',
    languages: 'Языки',
    buy: 'Купить',
    subscribe: 'Подписаться',
    choose: 'Посмотреть цены',
    tryIt: 'Попробовать бесплатно',
    from: 'от',
    free: 'Бесплатно',
    forWhom: 'Для кого этот курс',
    syllabus: 'Программа по дням',
    stage: 'Этап',
    day: 'День',
    rest: 'День отдыха',
    inDemo: 'открыт в демо',
    experts: 'Кто вам отвечает',
    expertsText: 'Они читают ваши сообщения и проверяют задания.',
    trailer: 'О курсе',
    price: 'Стоимость',
    starts: 'С {from} по {to}',
    startsOpen: 'С {from}, пока вы платите',
    goesOn: 'Идёт с {from}, закончится {to}',
    goesOnOpen: 'Доступ сразу, пока оплачена подписка',
    soldOut: 'Сейчас мест нет',
    or: 'или',
    questions: 'Вопросы и ответы',
    goneTitle: 'Такой страницы нет',
    gone: 'Возможно, этот курс больше не предлагают. Вот что есть сейчас.',
  },
  es: {
    skip: 'Ir al contenido',
    all: 'Todos los cursos',
    offer: 'Cursos',
    offerText: 'Elige qué aprender. Cada curso avanza día a día, con personas que te responden.',
    nothing: 'Aún no hay nada que elegir. Vuelve pronto.',
    signIn: 'Entrar',
    toLearning: 'Mis cursos',
    languages: 'Idiomas',
    buy: 'Comprar',
    subscribe: 'Suscribirse',
    choose: 'Ver los precios',
    tryIt: 'Probar gratis',
    from: 'desde',
    free: 'Gratis',
    forWhom: 'Para quién es',
    syllabus: 'Qué harás, día a día',
    stage: 'Etapa',
    day: 'Día',
    rest: 'Día de descanso',
    inDemo: 'abierto en la demo',
    experts: 'Quién te responde',
    expertsText: 'Leen lo que escribes y revisan tus tareas.',
    trailer: 'Sobre el curso',
    price: 'Precio',
    starts: 'Del {from} al {to}',
    startsOpen: 'Desde el {from}, mientras pagues',
    goesOn: 'En marcha desde el {from} hasta el {to}',
    goesOnOpen: 'Acceso inmediato, mientras pagues',
    soldOut: 'Ahora no quedan plazas',
    or: 'o',
    questions: 'Preguntas y respuestas',
    goneTitle: 'Esta página no existe',
    gone: 'Quizá el curso ya no se ofrece. Esto es lo que hay ahora.',
  },
} satisfies Record<Language, Record<string, string>>

/** What the pages say in a language. */
export const wordsIn = (language: Language): Words => words[language]
