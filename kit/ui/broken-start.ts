import type { Language } from '../copy/language.ts'

const texts = {
  en: ['Check the connection and try again.', 'Try again'],
  ru: ['Проверьте связь и попробуйте ещё раз.', 'Попробовать снова'],
  es: ['Revisa la conexión e inténtalo de nuevo.', 'Intentar de nuevo'],
}

/**
 * Says in plain HTML that an app could not start, for when neither copy nor components can be counted on (ERR-02). `titles`
 * says what did not start.
 */
export function showBrokenStart(error: unknown, titles: Record<Language, string>): void {
  console.error(error)
  const lang = document.documentElement.lang.slice(0, 2)
  const language = lang === 'ru' || lang === 'es' ? lang : 'en'
  const [text = '', retry = ''] = texts[language]
  const box = document.createElement('main')
  box.setAttribute('role', 'alert')
  box.style.cssText = 'max-width:27rem;margin:20vh auto;padding:1.5rem;display:grid;gap:1rem;justify-items:start'
  const heading = Object.assign(document.createElement('h1'), { textContent: titles[language] })
  const words = Object.assign(document.createElement('p'), { textContent: text })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: retry })
  button.style.cssText = 'padding:.75rem 1.5rem;font:inherit'
  button.addEventListener('click', () => location.reload())
  box.append(heading, words, button)
  document.getElementById('app')?.replaceChildren(box)
}
