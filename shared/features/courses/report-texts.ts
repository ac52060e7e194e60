import type { Language } from '#shared/platform/contract.ts'

type Texts = Record<Language, string>

const kindTexts = {
  page: { en: 'page', ru: 'страница', es: 'página' },
  picture: { en: 'picture', ru: 'изображение', es: 'imagen' },
  film: { en: 'video', ru: 'видео', es: 'vídeo' },
  document: { en: 'document', ru: 'документ', es: 'documento' },
  link: { en: 'link', ru: 'ссылка', es: 'enlace' },
  discussion: { en: 'discussion', ru: 'обсуждение', es: 'debate' },
  assignment: { en: 'assignment', ru: 'задание', es: 'tarea' },
  quiz: { en: 'quiz', ru: 'тест', es: 'cuestionario' },
  problem: { en: 'problem', ru: 'задача', es: 'problema' },
  tool: { en: 'outside tool', ru: 'внешний инструмент', es: 'herramienta externa' },
  bank: { en: 'question bank', ru: 'банк вопросов', es: 'banco de preguntas' },
  heading: { en: 'heading', ru: 'заголовок', es: 'encabezado' },
  stage: { en: 'stage', ru: 'этап', es: 'etapa' },
  day: { en: 'day', ru: 'день', es: 'día' },
  lesson: { en: 'lesson', ru: 'урок', es: 'lección' },
  course: { en: 'course', ru: 'курс', es: 'curso' },
  file: { en: 'file', ru: 'файл', es: 'archivo' },
  other: { en: 'item', ru: 'элемент', es: 'elemento' },
} as const satisfies Record<string, Texts>

/** `{of}` is what the reason is about. */
const reasonTexts = {
  nothing_like_it: {
    en: 'a course here has nothing of the kind: {of}',
    ru: 'в курсе здесь такого нет: {of}',
    es: 'un curso de aquí no tiene nada parecido: {of}',
  },
  not_there: { en: '{of} is not in the archive', ru: 'файла {of} нет в архиве', es: '{of} no está en el archivo' },
  broken: {
    en: '{of} is not well-formed',
    ru: 'файл {of} записан с ошибками',
    es: '{of} no está bien formado',
  },
  too_long_lesson: {
    en: 'longer than a lesson may be',
    ru: 'длиннее, чем может быть урок',
    es: 'más largo de lo que admite una lección',
  },
  too_long_homework: {
    en: 'longer than homework may be',
    ru: 'длиннее, чем может быть задание',
    es: 'más largo de lo que admite una tarea',
  },
  no_text: { en: 'it has no text', ru: 'в нём нет текста', es: 'no tiene texto' },
  unknown_file: {
    en: 'no picture, MP4 or document by its bytes',
    ru: 'по содержимому это не изображение, не MP4 и не документ',
    es: 'por su contenido no es una imagen, un MP4 ni un documento',
  },
  file_unfit: { en: 'the file cannot be used', ru: 'файл нельзя использовать', es: 'el archivo no se puede usar' },
  no_web_address: {
    en: 'its address is not one of the web',
    ru: 'это не адрес в интернете',
    es: 'su dirección no es de la web',
  },
  nothing_behind: { en: 'there is nothing behind it', ru: 'за ним ничего нет', es: 'no hay nada detrás' },
  nothing_in_it: { en: 'there is nothing in it', ru: 'в нём ничего нет', es: 'no hay nada dentro' },
  unused: {
    en: 'no item of the course names it',
    ru: 'ни один элемент курса его не называет',
    es: 'ningún elemento del curso lo nombra',
  },
  hidden: { en: 'it was hidden from learners', ru: 'было скрыто от учеников', es: 'estaba oculto para los alumnos' },
  film_elsewhere: {
    en: 'a link to it, since it is not in the archive',
    ru: 'ссылка на него: в архиве его нет',
    es: 'un enlace, porque no está en el archivo',
  },
  film_nowhere: {
    en: 'it is not in the archive, nor at an address',
    ru: 'его нет ни в архиве, ни по адресу',
    es: 'no está en el archivo ni en una dirección',
  },
  material: { en: 'a material of the course', ru: 'стал материалом курса', es: 'es un material del curso' },
  lesson_with_link: { en: 'a lesson with the link', ru: 'урок с этой ссылкой', es: 'una lección con el enlace' },
  lesson_with_question: {
    en: 'a lesson with what it asks: learners talk with experts only',
    ru: 'урок с его вопросом: ученики говорят только с экспертами',
    es: 'una lección con lo que pregunta: los alumnos solo hablan con expertos',
  },
  asks_nothing: {
    en: 'it asks nothing of its own, and learners talk with experts only',
    ru: 'в нём нет своего вопроса, а ученики говорят только с экспертами',
    es: 'no pregunta nada, y los alumnos solo hablan con expertos',
  },
  judged: {
    en: 'homework that an expert judges, the right answers in its solution',
    ru: 'задание, которое оценивает эксперт; верные ответы — в решении',
    es: 'tarea que juzga un experto, con las respuestas correctas en la solución',
  },
  task: {
    en: 'homework that an expert judges, without its rubric and steps',
    ru: 'задание, которое оценивает эксперт, без критериев и шагов',
    es: 'tarea que juzga un experto, sin su rúbrica ni sus pasos',
  },
  no_questions: {
    en: 'it has no questions, or too many for homework',
    ru: 'в нём нет вопросов или их слишком много для задания',
    es: 'no tiene preguntas, o demasiadas para una tarea',
  },
  left_out: { en: 'left out: {of}', ru: 'не взято: {of}', es: 'no se incluyó: {of}' },
  left_media: {
    en: 'left out: a picture, video or file',
    ru: 'не взято: изображение, видео или файл',
    es: 'no se incluyó: una imagen, un vídeo o un archivo',
  },
  left_link: {
    en: 'left out: a link to another part',
    ru: 'не взята ссылка на другую часть',
    es: 'no se incluyó: un enlace a otra parte',
  },
  left_link_to: {
    en: 'left out: a link to “{of}”',
    ru: 'не взята ссылка на «{of}»',
    es: 'no se incluyó: un enlace a «{of}»',
  },
  left_script: {
    en: 'left out: a script that draws or judges it',
    ru: 'не взят скрипт, который его рисует или проверяет',
    es: 'no se incluyó: un programa que lo dibuja o lo juzga',
  },
  left_subtitles: {
    en: 'left out: the subtitles {of}',
    ru: 'не взяты субтитры {of}',
    es: 'no se incluyeron los subtítulos {of}',
  },
  goes_on: {
    en: 'more than {of}, so it goes on in further ones',
    ru: 'больше {of}, поэтому продолжается в следующих',
    es: 'más de {of}, así que sigue en otros',
  },
  joins_last: {
    en: 'a course has at most {of} stages; its days are in the last one',
    ru: 'в курсе не больше {of} этапов; его дни — в последнем',
    es: 'un curso tiene como máximo {of} etapas; sus días están en la última',
  },
  too_many_documents: {
    en: 'a course has at most {of} documents',
    ru: 'в курсе не больше {of} документов',
    es: 'un curso tiene como máximo {of} documentos',
  },
  too_long_course: {
    en: 'a course cannot be as long as that',
    ru: 'курс не может быть таким длинным',
    es: 'un curso no puede ser tan largo',
  },
  new_key: {
    en: 'there is a course {of} already, so it has a new key',
    ru: 'курс {of} уже есть, поэтому у этого новый ключ',
    es: 'ya existe un curso {of}, así que este tiene una clave nueva',
  },
} as const satisfies Record<string, Texts>

/** Why a whole archive is refused; its name, or that of the entry to blame, goes before it. */
const archiveProblemTexts = {
  unreadable: { en: 'cannot be read', ru: 'не читается', es: 'no se puede leer' },
  not_an_archive: {
    en: 'is neither a zip nor a tar.gz',
    ru: 'это не zip и не tar.gz',
    es: 'no es un zip ni un tar.gz',
  },
  broken: { en: 'is cut off or damaged', ru: 'обрывается или повреждён', es: 'está cortado o dañado' },
  encrypted: { en: 'is locked with a password', ru: 'закрыт паролем', es: 'está protegido con contraseña' },
  outside: {
    en: 'would be written outside the folder',
    ru: 'был бы записан вне папки',
    es: 'se escribiría fuera de la carpeta',
  },
  link: { en: 'is a link or a device', ru: 'это ссылка или устройство', es: 'es un enlace o un dispositivo' },
  bad_name: {
    en: 'has a name that is not readable text',
    ru: 'имя не читается как текст',
    es: 'tiene un nombre que no es texto legible',
  },
  twice: { en: 'is there twice', ru: 'есть дважды', es: 'está dos veces' },
  too_many: { en: 'has too many entries', ru: 'слишком много элементов', es: 'tiene demasiados elementos' },
  too_large: { en: 'unpacks to too much', ru: 'занимает слишком много места', es: 'ocupa demasiado al descomprimirse' },
  too_deep: { en: 'is nested too deeply', ru: 'слишком много вложенных уровней', es: 'tiene demasiados niveles' },
  too_slow: {
    en: 'takes too long to unpack',
    ru: 'распаковывается слишком долго',
    es: 'tarda demasiado en descomprimirse',
  },
  too_costly: {
    en: 'takes more memory or time than an archive may',
    ru: 'требует больше памяти или времени, чем можно архиву',
    es: 'necesita más memoria o tiempo de lo permitido',
  },
  dtd: {
    en: 'declares a document type, which could read other files',
    ru: 'объявляет тип документа, через который можно читать другие файлы',
    es: 'declara un tipo de documento, que podría leer otros archivos',
  },
  bad_xml: { en: 'is not well-formed XML', ru: 'это XML с ошибками', es: 'no es XML bien formado' },
  not_a_course: {
    en: 'has no course in it: neither course.yaml, imsmanifest.xml nor course.xml',
    ru: 'внутри нет курса: ни course.yaml, ни imsmanifest.xml, ни course.xml',
    es: 'no contiene un curso: ni course.yaml, ni imsmanifest.xml, ni course.xml',
  },
  bad_course: {
    en: 'says what no course can be: {of}',
    ru: 'таким курс быть не может: {of}',
    es: 'dice lo que un curso no puede ser: {of}',
  },
  empty: { en: 'has nothing to learn in it', ru: 'в нём нечего изучать', es: 'no tiene nada que aprender' },
  failed: { en: 'could not be imported', ru: 'не удалось импортировать', es: 'no se pudo importar' },
} as const satisfies Record<string, Texts>

export type ItemKind = keyof typeof kindTexts
export type ReasonCode = keyof typeof reasonTexts
export type ArchiveProblem = keyof typeof archiveProblemTexts

/** Why an item did not come as it was; `of` is what it is about, in the archive's own words. */
export type Reason = { code: ReasonCode; of?: string }

/** What became of one item of an archive. */
export const outcomes = ['imported', 'changed', 'skipped'] as const
export type Outcome = (typeof outcomes)[number]
export type ReportLine = { title: string; kind: ItemKind; outcome: Outcome; why: Reason[] }

const filled = (text: string, of = '') => text.replace('{of}', () => of).replace(/: $/, '')

/** What kind of item it is, in a language. */
export const kindText = (kind: ItemKind, language: Language): string => kindTexts[kind][language]

/** All reasons of a line as one text in a language; empty where there is none. */
export const whyText = (why: readonly Reason[], language: Language): string =>
  why.map(({ code, of }) => filled(reasonTexts[code][language], of)).join('; ')

/** Why a whole archive is refused, in a language. */
export const archiveProblemText = (code: ArchiveProblem, language: Language, of?: string): string =>
  filled(archiveProblemTexts[code][language], of)
