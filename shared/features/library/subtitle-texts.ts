import type { Language } from '#shared/platform/contract.ts'
import type { SubtitleProblem } from './subtitles.ts'

const texts: Record<SubtitleProblem['problem'], Record<Language, string>> = {
  not_subtitles: {
    en: 'no subtitles here. Send a WebVTT or SRT file',
    ru: 'здесь нет субтитров. Пришлите файл WebVTT или SRT',
    es: 'aquí no hay subtítulos. Envía un archivo WebVTT o SRT',
  },
  time_wrong: {
    en: 'the time is not written as 00:00:01,000 --> 00:00:02,000',
    ru: 'время записано не как 00:00:01,000 --> 00:00:02,000',
    es: 'el tiempo no está escrito como 00:00:01,000 --> 00:00:02,000',
  },
  time_missing: {
    en: 'this text has no time, or an empty line is missing before it',
    ru: 'у этого текста нет времени, или перед ним пропущена пустая строка',
    es: 'este texto no tiene tiempo, o falta una línea vacía antes de él',
  },
  ends_early: {
    en: 'it ends before it begins',
    ru: 'конец раньше начала',
    es: 'termina antes de empezar',
  },
  too_many: {
    en: 'more than 20,000 subtitles',
    ru: 'больше 20 000 субтитров',
    es: 'más de 20.000 subtítulos',
  },
}

/** What is wrong with a file of subtitles, and in which line. */
export function subtitleText({ line, problem }: SubtitleProblem): Record<Language, string> {
  const { en, ru, es } = texts[problem]
  return { en: `Line ${line}: ${en}`, ru: `Строка ${line}: ${ru}`, es: `Línea ${line}: ${es}` }
}
