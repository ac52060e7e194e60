import type { Page, WebSocket } from '@playwright/test'
import type { LiveServerFrame } from '#shared/platform/live.ts'

function onFrame(page: Page, handle: (frame: LiveServerFrame, socket: WebSocket) => void) {
  page.on('websocket', socket => {
    if (!socket.url().endsWith('/spa/live')) return
    socket.on('framereceived', ({ payload }) => handle(JSON.parse(String(payload)) as LiveServerFrame, socket))
  })
}

/** The live connections of a page that the server has welcomed and that are open. */
export function liveOf(page: Page): Set<WebSocket> {
  const open = new Set<WebSocket>()
  onFrame(page, ({ type }, socket) => {
    if (type !== 'welcome') return
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

/** The rooms that the page hears from now on, as chat:12: it reads its chats only when it has nothing else to do. */
export function roomsOf(page: Page): Set<string> {
  const heard = new Set<string>()
  onFrame(page, frame => void (frame.type === 'joined' && heard.add(frame.room)))
  return heard
}
