import type { Refusal } from '#shared/platform/contract.ts'

/** How whatever becomes a message says no to what it is made of: chats, handing homework in, answering it. */
export const messageRefusals = {
  message_required: {
    status: 422,
    text: { en: 'Message required', ru: 'Введите сообщение', es: 'Escribe un mensaje' },
  },
  files_uploading: {
    status: 409,
    text: {
      en: 'Please wait for files to upload',
      ru: 'Дождитесь загрузки файлов',
      es: 'Espera a que se suban los archivos',
    },
  },
  file_unusable: {
    status: 422,
    text: {
      en: 'You can upload only photo or video',
      ru: 'Можно загрузить только фото или видео',
      es: 'Solo puedes subir fotos o vídeos',
    },
  },
} satisfies Record<string, Refusal>
