import { expect, test } from 'vitest'
import { readFiles } from './scripts/walls/source-files.ts'
import { commonRefusals } from '#server/platform/http/refusals.ts'
import * as features from '#shared/app/features.ts'
import type { Contract } from '#shared/platform/contract.ts'

const contracts: Contract[] = Object.values(features)
const codes = [...new Set([commonRefusals, ...contracts.map(({ refusals }) => refusals)].flatMap(Object.keys))]
const tests = readFiles(import.meta.dirname, ['server'], ['.test.ts'])

test('every way to say no is named by a test of the server', () => {
  expect(codes.length).toBeGreaterThan(80)
  const said = new Set(tests.flatMap(({ text }) => text.match(/(?<=['"`])[A-Za-z_]+(?=['"`])/g) ?? []))
  expect(codes.filter(code => !said.has(code))).toEqual([])
})
