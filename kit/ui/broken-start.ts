import type { Language } from '#kit/copy/language.ts'

const texts = {
  en: ['Error', 'Check the connection and try again.', 'Try again'],
  ru: ['Ошибка', 'Проверьте связь и попробуйте ещё раз.', 'Попробовать снова'],
  es: ['Error', 'Revisa la conexión e inténtalo de nuevo.', 'Intentar de nuevo'],
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { textContent: text })
}

/**
 * Shows in a plain HTML dialog that an app could not start, when neither copy nor components can be relied on; every
 * way out of it retries. `reasons` says what failed to start.
 */
export function showBrokenStart(error: unknown, reasons: Record<Language, string>): void {
  console.error(error)
  const lang = document.documentElement.lang.slice(0, 2)
  const language = lang === 'ru' || lang === 'es' ? lang : 'en'
  const [title = '', advice = '', retry = ''] = texts[language]
  const dialog = document.createElement('dialog')
  dialog.role = 'alertdialog'
  dialog.ariaLabel = title
  dialog.style.cssText = 'max-width:27rem;padding:1.5rem;border:0;border-radius:1rem'
  const button = element('button', retry)
  button.style.cssText = 'padding:.75rem 1.5rem;font:inherit'
  button.addEventListener('click', () => location.reload())
  dialog.addEventListener('close', () => location.reload())
  dialog.append(element('h1', title), element('p', reasons[language]), element('p', advice), button)
  document.body.append(dialog)
  dialog.showModal()
}
