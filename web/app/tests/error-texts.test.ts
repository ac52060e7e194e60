import { loadCopy } from 'virtual:copy/web'
import { expect, test } from 'vitest'
import { type CopyKey, createCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'

const general: [CopyKey, string][] = [
  ['ui.error.title', 'Something went wrong'],
  ['accounts.login.failed', 'Failed to sign in, try again later'],
  ['joining.error.signUp', 'Failed to sign up, try again later'],
  ['joining.error.updatePassword', 'Failed to update password'],
  ['settings.password.failed', 'Failed to update password'],
  ['profile.failed', 'Failed to update user profile'],
  ['shell.offline', 'No Internet, some features may not work'],
  ['accounts.error.checkEmail', 'Couldn’t check your e-mail'],
  ['joining.unavailable.mobile.text', 'You can learn on the site. To use the app, contact sales:'],
]
const ofContent: [CopyKey, string][] = [
  ['homework.wrong.files_uploading', 'Please wait for files to upload'],
  ['chat.files.uploading', 'Please wait for files to upload'],
  ['media.failure.space', 'Not enough space'],
  ['homework.wrong.message_required', 'Message required'],
  ['chat.required', 'Message required'],
  ['chat.failed', 'Failed to send message'],
  ['media.failure.type', 'You can upload only photo or video'],
  ['media.failure.size', 'File is too large: no more than 1'],
  ['media.selfie.failed', 'Couldn’t save the selfie'],
  ['homework.wrong.send', 'Couldn’t send homework'],
  ['homework.wrong.upload', 'Couldn’t upload the file'],
  ['media.upload.photo', 'Wait for the photo to upload'],
  ['homework.wrong.file_required', 'To submit a homework, you must upload a file'],
  ['progress.empty.text', 'The day is incorrectly filled, contact technical support'],
  ['media.download.unconverted', 'The video hasn’t been converted yet, try saving later'],
  ['media.error', 'Error loading video'],
  ['media.offline', 'We can’t play this video without the Internet'],
]

const ofPurchases: [CopyKey, string][] = [['billing.store.failed', 'Couldn’t complete my purchase']]
const ofPush: [CopyKey, string][] = [
  ['notifications.push.answer.refused', 'Please allow push notifications in phone or browser settings'],
]

const curly = (text: string) => text.replaceAll("'", '’')

test.each([
  ['general [ERR-01]', general],
  ['about content [ERR-06]', ofContent],
  ['about purchases in the app [ERR-05]', ofPurchases],
  ['about notifications [SHL-11]', ofPush],
] as const)('what goes wrong has its text in each language: %s', async (_, texts) => {
  const [en, ...others] = await Promise.all(
    supportedLanguages.map(async language => createCopy(language, await loadCopy(language))),
  )
  const values = { limit: '1' }
  expect(texts.map(([key]) => [key, curly(en?.(key, values) ?? '')])).toEqual(texts.map(([key, text]) => [key, text]))
  for (const t of others) for (const [key, text] of texts) expect([key, t(key, values)]).not.toEqual([key, text])
})
