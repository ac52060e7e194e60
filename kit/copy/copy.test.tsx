import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyProvider, createCopy, useCopy } from './copy.tsx'

function CloseButton() {
  const t = useCopy()
  return (
    <button type="button" lang={t.language}>
      {t('ui.close')}
    </button>
  )
}

test('a component reads the provided language', () => {
  const shown = renderToStaticMarkup(
    <CopyProvider language="es" messages={{ 'ui.close': 'Cerrar' }}>
      <CloseButton />
    </CopyProvider>,
  )
  expect(shown).toBe('<button type="button" lang="es">Cerrar</button>')
})

test('without a provider the failure says so; a key the copy lacks reads as itself', () => {
  expect(() => renderToStaticMarkup(<CloseButton />)).toThrow('useCopy needs a CopyProvider')
  expect(createCopy('en', {})('ui.close')).toBe('ui.close')
})
