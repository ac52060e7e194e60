/** What features answer in the worker from this device, before the network is asked. */
export { maybeHere, serveFile } from '#web/features/downloads/device/serve-file.ts'
