/** How calls of the library are refused. */
export const libraryRefusals = {
  file_used: {
    status: 409,
    text: {
      en: 'A course uses this file. Take it out there first',
      ru: 'Этот файл используется в курсе. Сначала уберите его оттуда',
      es: 'Un curso usa este archivo. Quítalo primero de allí',
    },
  },
  file_arriving: {
    status: 409,
    text: {
      en: 'This file is still being sent. Cancel it where it is sent from',
      ru: 'Этот файл ещё загружается. Отмените загрузку там, откуда он загружается',
      es: 'Este archivo todavía se está enviando. Cancélalo donde se envía',
    },
  },
  file_not_kept: {
    status: 409,
    text: {
      en: 'The original of this film is not there any more. Upload it again',
      ru: 'Исходного файла этого видео больше нет. Загрузите его ещё раз',
      es: 'El original de este vídeo ya no está. Vuelve a subirlo',
    },
  },
} as const
