import type en from './en.json'

declare module '#kit/copy/copy.tsx' {
  interface CopyKeys extends Record<keyof typeof en, string> {}
}
