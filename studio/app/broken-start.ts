const texts = {
  en: ['The studio could not start', 'Check the connection and try again.', 'Try again'],
  ru: ['Студия не запустилась', 'Проверьте связь и попробуйте ещё раз.', 'Попробовать снова'],
  es: ['El estudio no pudo iniciarse', 'Revisa la conexión e inténtalo de nuevo.', 'Intentar de nuevo'],
}

/** Says in plain HTML that the studio could not start, for when neither copy nor components can be counted on. */
export function showBrokenStart(error: unknown): void {
  console.error(error)
  const language = document.documentElement.lang.slice(0, 2)
  const [title = '', text = '', retry = ''] = texts[language === 'ru' || language === 'es' ? language : 'en']
  const box = document.createElement('main')
  box.setAttribute('role', 'alert')
  box.style.cssText = 'max-width:27rem;margin:20vh auto;padding:1.5rem;display:grid;gap:1rem;justify-items:start'
  const heading = Object.assign(document.createElement('h1'), { textContent: title })
  const words = Object.assign(document.createElement('p'), { textContent: text })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: retry })
  button.style.cssText = 'padding:.75rem 1.5rem;font:inherit'
  button.addEventListener('click', () => location.reload())
  box.append(heading, words, button)
  document.getElementById('app')?.replaceChildren(box)
}
