/** How calls of the library are refused. */
export const libraryRefusals = {
  file_used: {
    status: 409,
    text: {
      en: 'This file is used. Take it out there first',
      ru: 'Этот файл используется. Сначала уберите его оттуда',
      es: 'Este archivo se está usando. Quítalo primero de allí',
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
  not_a_film: {
    status: 409,
    text: {
      en: 'Only a film that is ready can have this',
      ru: 'Это возможно только у готового видео',
      es: 'Solo puede tenerlo un vídeo que esté listo',
    },
  },
  subtitles_broken: {
    status: 422,
    text: {
      en: 'These subtitles cannot be read',
      ru: 'Эти субтитры не удаётся прочитать',
      es: 'Estos subtítulos no se pueden leer',
    },
  },
  no_such_moment: {
    status: 422,
    text: {
      en: 'The film has no picture at this moment',
      ru: 'В этот момент в видео нет кадра',
      es: 'El vídeo no tiene imagen en ese momento',
    },
  },
  no_such_picture: {
    status: 422,
    text: {
      en: 'There is no such picture in the library',
      ru: 'Такой картинки в медиатеке нет',
      es: 'No existe esa imagen en la biblioteca',
    },
  },
  replacement_unfit: {
    status: 422,
    text: {
      en: 'Choose another file of the same kind that is ready or being converted',
      ru: 'Выберите другой файл того же вида — готовый или в обработке',
      es: 'Elige otro archivo del mismo tipo, listo o en conversión',
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
