import type { Refusal } from '#shared/platform/contract.ts'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { messageRefusals } from '#shared/features/chat/message-schemas.ts'

/** Refusals of the support calls. */
export const supportRefusals = {
  invalid_email: accountRefusals.invalid_email,
  files_uploading: messageRefusals.files_uploading,
  file_unusable: messageRefusals.file_unusable,
  files_need_account: {
    status: 422,
    text: {
      en: 'This person is answered by e-mail, which takes no files',
      ru: 'Ответ этому человеку уходит по почте, файлы к нему не приложить',
      es: 'A esta persona se le responde por correo, sin archivos',
    },
  },
  trial_only: {
    status: 403,
    text: {
      en: 'This is a trial of a draft: support is not asked from here',
      ru: 'Это пробное прохождение черновика: написать в поддержку отсюда нельзя',
      es: 'Esta es una prueba de un borrador: desde aquí no se puede escribir a soporte',
    },
  },
  name_required: {
    status: 422,
    text: { en: 'Enter your name', ru: 'Введите имя', es: 'Escribe tu nombre' },
  },
  message_required: {
    status: 422,
    text: { en: 'Write your question', ru: 'Напишите вопрос', es: 'Escribe tu pregunta' },
  },
  message_too_long: {
    status: 422,
    text: {
      en: 'Use no more than 500 characters',
      ru: 'Не больше 500 знаков',
      es: 'Usa 500 caracteres como máximo',
    },
  },
  unknown_category: {
    status: 422,
    text: { en: 'Choose another topic', ru: 'Выберите другую тему', es: 'Elige otro tema' },
  },
  course_required: {
    status: 422,
    text: {
      en: 'Choose the course it is about',
      ru: 'Выберите курс, о котором вопрос',
      es: 'Elige el curso del que se trata',
    },
  },
  too_many_questions: {
    status: 429,
    text: {
      en: 'You have sent many messages in a short time. Please wait for an answer',
      ru: 'Вы отправили много сообщений подряд. Дождитесь, пожалуйста, ответа',
      es: 'Has enviado muchos mensajes en poco tiempo. Espera una respuesta',
    },
  },
  unknown_owner: {
    status: 422,
    text: {
      en: 'This person does not answer support requests',
      ru: 'Этот человек не отвечает на обращения в поддержку',
      es: 'Esta persona no responde a las consultas de soporte',
    },
  },
} satisfies Record<string, Refusal>
