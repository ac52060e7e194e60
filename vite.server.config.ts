import { defineConfig } from 'vite'

const entries = {
  main: 'server/app/main.ts',
  'backup-command': 'server/app/commands/backup-command.ts',
  'billing-command': 'server/app/commands/billing-command.ts',
  'course-command': 'server/app/commands/course-command.ts',
  'doctor-command': 'server/app/commands/doctor-command.ts',
  'read-archive': 'server/features/courses/archives/read-archive.ts',
  'calendar-program': 'server/features/videoconsultations/calendars/calendar-program.ts',
  'mark-program': 'server/features/brands/mark-program.ts',
  'person-command': 'server/app/commands/person-command.ts',
  'restore-command': 'server/app/commands/restore-command.ts',
  'school-command': 'server/app/commands/school-command.ts',
}

/** Bundles the server into one folder of plain JavaScript; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/server',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
