import { leaveField, useShortcuts } from '#studio/platform/shortcuts.ts'
import type { Desk } from './use-desk.ts'

/** The desk by keyboard: the video, the remarks, the verdict, the next one. */
export function useDeskKeys(desk: Desk): void {
  const { player, start } = desk.remarks
  const judging = (run: () => void) => () => desk.canJudge && run()
  useShortcuts('desk.keys.typing', [
    { keys: ['mod+/'], label: 'phrases.title', inFields: true, run: judging(desk.addPhrase) },
    { keys: ['Escape'], label: 'desk.keys.leaveField', inFields: true, run: leaveField },
  ])
  useShortcuts('desk.keys.video', [
    { keys: ['Space', 'k'], label: 'desk.keys.toggle', run: player.toggle },
    { keys: ['j'], label: 'desk.keys.back10', run: () => player.seekBy(-10) },
    { keys: ['l'], label: 'desk.keys.on10', run: () => player.seekBy(10) },
    { keys: ['ArrowLeft'], label: 'desk.keys.back5', run: () => player.seekBy(-5) },
    { keys: ['ArrowRight'], label: 'desk.keys.on5', run: () => player.seekBy(5) },
    { keys: [','], label: 'desk.keys.frameBack', run: () => player.step(-1) },
    { keys: ['.'], label: 'desk.keys.frameOn', run: () => player.step(1) },
    { keys: ['1'], label: 'desk.keys.slowest', run: () => player.setSpeed(0.25) },
    { keys: ['2'], label: 'desk.keys.slow', run: () => player.setSpeed(0.5) },
    { keys: ['3'], label: 'desk.keys.normal', run: () => player.setSpeed(1) },
    { keys: ['4'], label: 'desk.keys.fast', run: () => player.setSpeed(1.5) },
    { keys: ['5'], label: 'desk.keys.fastest', run: () => player.setSpeed(2) },
  ])
  useShortcuts('desk.keys.verdict', [
    { keys: ['c'], label: 'desk.comment.add', run: judging(start) },
    { keys: ['m'], label: 'desk.message', run: judging(() => desk.message.current?.focus()) },
    { keys: ['p'], label: 'desk.points', run: judging(() => desk.pointsField.current?.focus()) },
    { keys: ['/'], label: 'phrases.title', run: judging(desk.addPhrase) },
    { keys: ['a'], label: 'desk.approve', run: judging(() => desk.decide('DONE')) },
    { keys: ['f'], label: 'desk.sendBack', run: judging(() => desk.decide('FAIL')) },
    { keys: ['h'], label: 'desk.history', run: desk.compare },
    { keys: ['n'], label: 'reviews.next', run: desk.next.skip },
  ])
}
