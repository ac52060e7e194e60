import type { Look } from './person.ts'

/** The colours of a film: the sky from above to below, the sun, and the land from far to near. */
export type Palette = { sky: readonly [string, string]; sun: string; land: readonly [string, string, string] }

export const morning: Palette = { sky: ['#fdf0e4', '#d7efe9'], sun: '#f4a261', land: ['#b9e0d8', '#8ecbaf', '#6db895'] }
export const evening: Palette = { sky: ['#f6e6ef', '#e3dff3'], sun: '#e98a7b', land: ['#cfc4e6', '#a99bd0', '#8a7bb8'] }
export const study: Palette = { sky: ['#eef1fb', '#dfe6f8'], sun: '#f2b441', land: ['#c5d0ee', '#a3b4e0', '#8398d0'] }
export const rose: Palette = { sky: ['#fbefe9', '#f3dcd8'], sun: '#d9a441', land: ['#e7c3bf', '#b9c4ab', '#98a98c'] }

const dark = { legs: '#243842', legsBehind: '#3e5560', hair: '#3b2a2a' }
export const anna: Look = {
  ...dark,
  top: '#0f766e',
  sleeves: '#4aa79d',
  shoes: '#fffdf9',
  skin: '#f0b999',
  wears: 'bun',
}
export const omar: Look = {
  ...dark,
  top: '#f2955c',
  sleeves: '#d97a42',
  shoes: '#fffdf9',
  skin: '#9a6245',
  hair: '#231d21',
  wears: 'short',
}
export const vera: Look = {
  ...dark,
  top: '#f2955c',
  sleeves: '#e37f45',
  shoes: '#fffdf9',
  skin: '#f0b999',
  hair: '#b9b3ad',
  wears: 'bob',
}
export const lena: Look = {
  ...dark,
  top: '#9d3a5b',
  sleeves: '#b9647f',
  shoes: '#fffdf9',
  skin: '#f0b999',
  hair: '#6b3a2e',
  wears: 'bun',
}
export const mina: Look = {
  ...dark,
  top: '#3f51a3',
  sleeves: '#6f7fc9',
  shoes: '#f2b441',
  skin: '#c98f6b',
  hair: '#2a2026',
  wears: 'bob',
}
