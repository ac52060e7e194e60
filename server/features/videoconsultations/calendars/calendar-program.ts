import { text } from 'node:stream/consumers'
import { busyTimes } from './read-calendar.ts'

// A program of its own: calendars come from others, and the server does not wait while one of them takes long to read.
const [timeZone = '', from = '', until = ''] = process.argv.slice(2)

function read(calendar: string) {
  try {
    return busyTimes(calendar, timeZone, { from: Number(from), until: Number(until) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'too_large' : 'not_a_calendar'
  }
}

process.stdout.write(JSON.stringify(read(await text(process.stdin))))
