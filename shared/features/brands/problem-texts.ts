import type { Language } from '#shared/platform/contract.ts'
import type { Problem } from '#shared/platform/schemas.ts'

type Say = (found: string[]) => { ru: string; es: string }

const descriptions: Record<string, { ru: string; es: string }> = {
  'one line of text without < and >': {
    ru: 'Нужна одна строка текста без знаков < и >',
    es: 'Debe ser una línea de texto sin < ni >',
  },
  'an http or https address': { ru: 'Нужен адрес http или https', es: 'Debe ser una dirección http o https' },
  'an http or https address, or a path of this site': {
    ru: 'Нужен адрес http или https или путь на этом сайте',
    es: 'Debe ser una dirección http o https, o una ruta de este sitio',
  },
  'an e-mail address': { ru: 'Нужен адрес почты', es: 'Debe ser un correo electrónico' },
  'a colour like #2a7f62': { ru: 'Нужен цвет вида #2a7f62', es: 'Debe ser un color como #2a7f62' },
  'the name of an svg, png or webp file in brands/assets': {
    ru: 'Нужно имя файла svg, png или webp',
    es: 'Debe ser el nombre de un archivo svg, png o webp',
  },
  'a ws or wss address, or a path': {
    ru: 'Нужен адрес ws или wss либо путь',
    es: 'Debe ser una dirección ws o wss, o una ruta',
  },
}

/** Texts by patterns of the reason; the first match wins. */
const sayings: [reason: RegExp, say: Say][] = [
  [/^is missing$/, () => ({ ru: 'Не хватает значения', es: 'Falta este valor' })],
  [/^is not a known field$/, () => ({ ru: 'Такого поля нет', es: 'Este campo no existe' })],
  [/^cannot be read$/, () => ({ ru: 'Такой картинки нет', es: 'No existe esa imagen' })],
  [/^must be one of (.+?)(?:, or null)?$/, ([of = '']) => ({ ru: `Одно из: ${of}`, es: `Debe ser uno de: ${of}` })],
  [/^must be integer/, () => ({ ru: 'Нужно целое число', es: 'Debe ser un número entero' })],
  [/^must be (?:number|<|>)/, () => ({ ru: 'Число вне допустимых границ', es: 'El número está fuera de los límites' })],
  [/^must be boolean/, () => ({ ru: 'Нужно да или нет', es: 'Debe ser sí o no' })],
  [/^must be string/, () => ({ ru: 'Нужен текст', es: 'Debe ser un texto' })],
  [/^must not have (?:more|fewer) than (\d+) (characters|items)/, sizes],
  [/^must not have duplicate/, () => ({ ru: 'Значения не должны повторяться', es: 'Los valores no deben repetirse' })],
  [
    /^has a contrast of ([\d.]+) on (#\w+), text needs ([\d.]+)/,
    ([is = '', on = '', needs = '']) => ({
      ru: `Контраст ${is} на ${on}, для текста нужно ${needs}`,
      es: `El contraste es ${is} sobre ${on}; el texto necesita ${needs}`,
    }),
  ],
  [
    /^is (\w+), which site\.languages does not offer/,
    ([code = '']) => ({
      ru: `Языка ${code} нет среди языков сайта`,
      es: `El idioma ${code} no está entre los del sitio`,
    }),
  ],
  [
    /^is (\d+), which supportCategoryList does not have/,
    ([id = '']) => ({ ru: `Нет темы поддержки ${id}`, es: `No hay un tema de soporte ${id}` }),
  ],
  [
    /^is (\w+), which no profile has/,
    ([name = '']) => ({ ru: `В профиле нет поля ${name}`, es: `El perfil no tiene el campo ${name}` }),
  ],
  [/^is \d+, not one of (.+)/, ([of = '']) => ({ ru: `Одно из: ${of}`, es: `Debe ser uno de: ${of}` })],
  [/^repeats (.+)$/, ([what = '']) => ({ ru: `Повторяется: ${what}`, es: `Se repite: ${what}` })],
  [/^names no category/, () => ({ ru: 'Такой категории в каталоге нет', es: 'No hay tal categoría en el catálogo' })],
]

function sizes([count = '', what = '']: string[]) {
  return what === 'characters'
    ? { ru: `Недопустимая длина: граница ${count}`, es: `Longitud no válida: el límite es ${count}` }
    : { ru: `Недопустимое число строк: граница ${count}`, es: `Número de elementos no válido: el límite es ${count}` }
}

const otherwise = { ru: 'Такое значение не подходит', es: 'Este valor no es válido' }

function translated(reason: string): { ru: string; es: string } {
  const wanted = /^must be (.+?)(?:, or null)?$/.exec(reason)?.[1]
  const described = wanted === undefined ? undefined : descriptions[wanted]
  if (described) return described
  for (const [form, say] of sayings) {
    const found = form.exec(reason)
    if (found) return say(found.slice(1))
  }
  return otherwise
}

/** Explains a problem to the person editing the brand, in every language. */
export function problemTexts({ reason }: Problem): Record<Language, string> {
  const plain = reason.replace(/, or null$/, ', or nothing')
  return { en: plain.charAt(0).toUpperCase() + plain.slice(1), ...translated(reason) }
}
