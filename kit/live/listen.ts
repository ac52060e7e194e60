import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import type { LiveEvents, LiveRooms, LiveSignals } from '#shared/app/calls.ts'
import { joinRoom } from './live.ts'

export type RoomKind = keyof LiveRooms

/** A room to join: events follow after `after`, the number given by an answer (`live_seq`), or with null from now on. */
export type RoomPlace<Kind extends RoomKind> = { id: LiveRooms[Kind]; after: number | null }

/** What a listener can use: the query cache, the texts, and the current address. */
export type Page = {
  client: QueryClient
  t: Copy
  isAt(address: string): boolean
  open(address: string): void
}

type At<Kind extends RoomKind> = Page & { roomId: LiveRooms[Kind] }

type Told = Record<string, { room: RoomKind; data: unknown }>
type ToldIn<All extends Told, Kind extends RoomKind> = {
  [Type in keyof All as All[Type]['room'] extends Kind ? Type : never]: All[Type]['data']
}
type EventsIn<Kind extends RoomKind> = ToldIn<LiveEvents, Kind>
type SignalsIn<Kind extends RoomKind> = ToldIn<LiveSignals, Kind>

/** Signals within 300 ms are combined: those with the same value of `by` or, without it, all of the type. */
type SignalListener<Ids, Kind extends RoomKind> = { by?: keyof Ids; hear(ids: Ids, at: At<Kind>): void }

/** Handlers for rooms of one kind: each event once and in order, signals at best effort. */
export type Listening<Kind extends RoomKind> = {
  events?: { [Type in keyof EventsIn<Kind>]?: (data: EventsIn<Kind>[Type], at: At<Kind>) => void }
  signals?: { [Type in keyof SignalsIn<Kind>]?: SignalListener<SignalsIn<Kind>[Type], Kind> }
  /** Too much was missed: everything read of the room must be reloaded. */
  onReset?: (at: At<Kind>) => void
}

/** What a feature listens to on every screen. */
export type FeatureListening<Kind extends RoomKind> = Listening<Kind> & {
  /** A hook: the rooms to join now. */
  useRooms(): readonly RoomPlace<Kind>[]
  /** Called when the rooms were joined, the first time or because they changed. */
  onEntered?: (page: Page) => void
}

export type FeatureLive = { [Kind in RoomKind]?: FeatureListening<Kind> }

/** Declares a feature's handlers by kind of room; its `live.ts` exports this as `live`. */
export const listen = (live: FeatureLive): FeatureLive => live

/** Listens in a room while a screen shows it; joins nothing while `room` is undefined. */
export function useRoom<Kind extends RoomKind>(
  kind: Kind,
  room: RoomPlace<Kind> | undefined,
  listening: Listening<Kind>,
): void {
  useListening(kind, room ? [room] : [], listening)
}

/** Listens in rooms, and rejoins when they change. */
export function useListening<Kind extends RoomKind>(
  kind: Kind,
  rooms: readonly RoomPlace<Kind>[],
  listening: Listening<Kind> & Pick<FeatureListening<Kind>, 'onEntered'>,
): void {
  const page = usePage()
  const latest = useRef(listening)
  useEffect(() => {
    latest.current = listening
  })
  const enterAll = useEffectEvent(() => {
    const leave = rooms.map(room => enterRoom(kind, room, { page, listening: () => latest.current }))
    if (rooms.length > 0) listening.onEntered?.(page())
    return leave
  })
  const ids = rooms.map(({ id }) => id).join()
  useEffect(() => {
    const leave = enterAll()
    return () => {
      for (const one of leave) one()
    }
  }, [kind, ids])
}

/** The room of the person who is signed in, whose events concern nobody else. */
export const useOwnRoom = (): readonly RoomPlace<'user'>[] =>
  settings.userId === null ? [] : [{ id: settings.userId, after: null }]

/** Hears each signal of a room at once, for what is no screen's; `onJoined` is called whenever the room was joined, first or again. */
export function hearSignals<Kind extends RoomKind>(
  kind: Kind,
  id: LiveRooms[Kind],
  {
    onJoined,
    ...hear
  }: { [Type in keyof SignalsIn<Kind>]: (data: SignalsIn<Kind>[Type]) => void } & { onJoined(): void },
): () => void {
  const listeners = hear as Record<string, ((data: unknown) => void) | undefined>
  return joinRoom(`${kind}:${id}`, {
    after: null,
    onEvent: () => {},
    onReset: () => {},
    onJoined,
    onSignal: ({ type, data }) => listeners[type]?.(data),
  })
}

/** The current page, read when asked for. */
function usePage(): () => Page {
  const client = useQueryClient()
  const t = useCopy()
  const [path, navigate] = useLocation()
  const latest = useRef({ client, t, path, navigate })
  useEffect(() => {
    latest.current = { client, t, path, navigate }
  })
  return useCallback(
    () => ({
      client: latest.current.client,
      t: latest.current.t,
      isAt: address => latest.current.path === address,
      open: address => latest.current.navigate(address),
    }),
    [],
  )
}

/** How long to collect signals of one kind, in ms. */
const gathering = 300

/** The server's data is trusted to match its contracts; server tests guarantee that. */
type Untyped = {
  events?: Record<string, ((data: unknown, at: unknown) => void) | undefined>
  signals?: Record<string, { by?: string; hear(ids: unknown, at: unknown): void } | undefined>
  onReset?: (at: unknown) => void
}

/**
 * Joins a room; `page` and `listening` return their current values when something arrives. Returns a function that
 * leaves.
 */
export function enterRoom<Kind extends RoomKind>(
  kind: Kind,
  { id, after }: RoomPlace<Kind>,
  { page, listening }: { page(): Page; listening(): Listening<Kind> },
): () => void {
  const at = () => ({ ...page(), roomId: id })
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const now = () => listening() as Untyped
  const leave = joinRoom(`${kind}:${id}`, {
    after,
    onEvent: ({ type, data }) => now().events?.[type]?.(data, at()),
    onReset: () => now().onReset?.(at()),
    onSignal({ type, data }) {
      const { by } = now().signals?.[type] ?? {}
      const key = by === undefined ? type : `${type} ${data[by]}`
      if (waiting.has(key)) return
      const tell = () => {
        waiting.delete(key)
        now().signals?.[type]?.hear(data, at())
      }
      waiting.set(key, setTimeout(tell, gathering))
    },
  })
  return () => {
    leave()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
