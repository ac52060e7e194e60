import type { Page, WebSocket } from '@playwright/test'
import type { LiveServerFrame } from '#shared/platform/live.ts'

function onFrame(page: Page, handle: (frame: LiveServerFrame, socket: WebSocket) => void) {
  page.on('websocket', socket => {
    if (!socket.url().endsWith('/spa/live')) return
    socket.on('framereceived', ({ payload }) => handle(JSON.parse(String(payload)) as LiveServerFrame, socket))
  })
}

/** A page's open live connections that the server has welcomed. */
export function liveOf(page: Page): Set<WebSocket> {
  const open = new Set<WebSocket>()
  onFrame(page, ({ type }, socket) => {
    if (type !== 'welcome') return
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

/** The rooms the page joins from now on, such as chat:12: it reads its chats only when idle. */
export function roomsOf(page: Page): Set<string> {
  const heard = new Set<string>()
  onFrame(page, frame => void (frame.type === 'joined' && heard.add(frame.room)))
  return heard
}
