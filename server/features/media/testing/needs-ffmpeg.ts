import { hasTool } from '#server/platform/run-tool.ts'

/** Whether tests that convert run: where ffmpeg is installed, and always in CI, so that a machine there without it fails. */
export const runsFfmpeg = Boolean(process.env['CI']) || (await hasTool('ffmpeg'))
