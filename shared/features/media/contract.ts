import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, NullableString, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'

/** A picture in its sizes. Addresses are relative to the server's origin. */
export const Picture = Type.Object({ large: Type.String(), medium: Type.String(), small: Type.String() })
export type PictureWire = Static<typeof Picture>

/** `duration` is in seconds; `language_code` may come as es_ES. */
export const Video = Type.Object({
  id: Id,
  type: Type.String(),
  created_at: Seconds,
  duration: Type.Number(),
  url: NullableString,
  m3u8: NullableString,
  mp4: NullableString,
  preview: NullableString,
  width: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  height: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  subtitles: Type.Array(Type.Object({ language_code: Type.String(), name: Type.String(), url: Type.String() })),
})
export type VideoWire = Static<typeof Video>

const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

/** An upload; `type` is a number, `progress` the conversion's in percent. */
export const MediaFile = Type.Object({
  id: Id,
  type: Type.Integer({ minimum: 1, maximum: 5 }),
  name: Type.String(),
  mime: Type.String(),
  bytes: Type.Integer(),
  status: oneOf(['NOT_UPLOADED', 'UPLOADED', 'DONE', 'FAIL']),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Why it failed, as a code of this contract's refusals. */
  failure: NullableString,
  url: NullableString,
  urls: nullable(Picture),
  mp4: NullableString,
  m3u8: NullableString,
  preview: NullableString,
  /** Of a recorded voice: how loud it is over its length. */
  waveform: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 100 }))),
  duration: Type.Number({ description: 'Seconds' }),
  width: NullableInteger,
  height: NullableInteger,
})
export type MediaFileWire = Static<typeof MediaFile>

export const media = contract({
  refusals: {
    not_photo_or_video: {
      status: 422,
      text: {
        en: 'You can upload only photo or video',
        ru: 'Можно загрузить только фото или видео',
        es: 'Solo puedes subir fotos o vídeos',
      },
    },
    file_too_large: {
      status: 413,
      text: { en: 'File is too large', ru: 'Файл слишком большой', es: 'El archivo es demasiado grande' },
    },
    file_broken: {
      status: 422,
      text: {
        en: 'The file is damaged and cannot be opened',
        ru: 'Файл повреждён и не открывается',
        es: 'El archivo está dañado y no se puede abrir',
      },
    },
    picture_too_big: {
      status: 422,
      text: {
        en: 'The picture has too many pixels',
        ru: 'В изображении слишком много пикселей',
        es: 'La imagen tiene demasiados píxeles',
      },
    },
    format_unsupported: {
      status: 422,
      text: {
        en: 'This format cannot be converted. Please send a JPEG, PNG or MP4',
        ru: 'Этот формат не удаётся преобразовать. Пришлите JPEG, PNG или MP4',
        es: 'Este formato no se puede convertir. Envía un JPEG, PNG o MP4',
      },
    },
    upload_conflict: {
      status: 409,
      text: {
        en: 'Part of the file has already arrived. Please resume the upload',
        ru: 'Часть файла уже загружена. Продолжите загрузку',
        es: 'Parte del archivo ya ha llegado. Reanuda la subida',
      },
    },
    upload_busy: {
      status: 409,
      text: {
        en: 'The file is being uploaded from another tab or device. Please try again in a moment',
        ru: 'Файл уже загружается в другой вкладке или на другом устройстве. Попробуйте чуть позже',
        es: 'El archivo se está subiendo desde otra pestaña o dispositivo. Inténtalo en un momento',
      },
    },
    too_many_uploads: {
      status: 429,
      text: {
        en: 'There are too many unfinished uploads. Please finish or cancel some first',
        ru: 'Слишком много незаконченных загрузок. Завершите или отмените часть из них',
        es: 'Hay demasiadas subidas sin terminar. Termina o cancela algunas primero',
      },
    },
    conversion_too_costly: {
      status: 422,
      text: {
        en: 'This file takes too long to process. Please send a shorter or simpler one',
        ru: 'Обработка этого файла занимает слишком много времени. Пришлите файл короче или проще',
        es: 'Este archivo tarda demasiado en procesarse. Envía uno más corto o más sencillo',
      },
    },
    not_for_library: {
      status: 422,
      text: {
        en: 'This is not a video, photo, PDF or office document, or the file is damaged. Check whether it opens on your device, or export it again as MP4, JPEG or PDF',
        ru: 'Это не видео, не фото, не PDF и не офисный документ, либо файл повреждён. Проверьте, открывается ли он у вас, или сохраните его заново как MP4, JPEG или PDF',
        es: 'No es un vídeo, una foto, un PDF ni un documento de oficina, o el archivo está dañado. Comprueba si se abre en tu dispositivo o vuelve a exportarlo como MP4, JPEG o PDF',
      },
    },
    not_a_course_file: {
      status: 422,
      text: {
        en: 'Only courses can be imported: .imscc, .zip, .tar.gz, .yaml or .json',
        ru: 'Импортировать можно только курсы: .imscc, .zip, .tar.gz, .yaml или .json',
        es: 'Solo se pueden importar cursos: .imscc, .zip, .tar.gz, .yaml o .json',
      },
    },
    document_too_large: {
      status: 413,
      text: {
        en: 'A document can have 100 MB at most',
        ru: 'Документ может весить не больше 100 МБ',
        es: 'Un documento puede ocupar 100 MB como máximo',
      },
    },
    quota_reached: {
      status: 403,
      text: {
        en: 'You have no space left for more files. Please contact support',
        ru: 'У вас закончилось место для файлов. Напишите в поддержку',
        es: 'No te queda espacio para más archivos. Escribe a soporte',
      },
    },
    unknown_upload_version: {
      status: 412,
      text: {
        en: 'This server speaks another version of the upload protocol',
        ru: 'Сервер использует другую версию протокола загрузки',
        es: 'El servidor usa otra versión del protocolo de subida',
      },
    },
    unknown_part_type: {
      status: 415,
      text: {
        en: 'A part of a file must be sent as application/offset+octet-stream',
        ru: 'Часть файла нужно отправлять с типом application/offset+octet-stream',
        es: 'Una parte de un archivo debe enviarse como application/offset+octet-stream',
      },
    },
    file_in_use: {
      status: 409,
      text: {
        en: 'The file has been sent and cannot be removed',
        ru: 'Файл уже отправлен, удалить его нельзя',
        es: 'El archivo ya se ha enviado y no se puede eliminar',
      },
    },
    storage_full: {
      status: 503,
      text: {
        en: 'The server has no space for files at the moment. Please try again later',
        ru: 'На сервере сейчас нет места для файлов. Попробуйте позже',
        es: 'El servidor no tiene espacio para archivos ahora. Inténtalo más tarde',
      },
    },
  },
  calls: {
    'GET /media-files/:id': {
      access: 'learner',
      summary: 'What the caller uploaded: how far it is, and its addresses when it is done',
      answer: MediaFile,
    },
    'DELETE /media-files/:id': {
      access: 'learner',
      summary: 'Removes an upload that nothing refers to',
      answer: Type.Object({}),
      refusals: ['file_in_use'],
    },
  },
})
