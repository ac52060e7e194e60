// Which tests a change asks for: `npm test -- --changed`.
import { execFileSync } from 'node:child_process'

/** Tests that read the whole house and that no import leads to. */
export const houseTests = [
  'walls.test.ts',
  'readme.test.ts',
  'requirements.test.ts',
  'refusals.test.ts',
  'mutants.test.ts',
]

const everyWalk = { walks: ['e2e/'] }
/** Folders and files of walks by feature; one that is not listed asks for all walks, `e2e/`. */
const walksOfFeature = {
  brands: ['e2e/shell/brands', 'e2e/staff/studio-brand'],
  accounts: ['e2e/accounts/', 'e2e/staff/demanded-factor'],
  social: ['e2e/accounts/social', 'e2e/accounts/onboarding'],
  joining: ['e2e/accounts/'],
  consent: ['e2e/accounts/consent', 'e2e/shell/analytics'],
  profile: ['e2e/accounts/profile'],
  onboarding: ['e2e/accounts/onboarding'],
  media: ['e2e/learning/player', 'e2e/homework-and-chat/'],
  library: ['e2e/staff/studio-library', 'e2e/staff/studio-lessons'],
  goals: ['e2e/learning/week-goal', 'e2e/learning/day-end'],
  points: ['e2e/shell/menus', 'e2e/learning/'],
  courses: [
    'e2e/learning/',
    'e2e/staff/studio-courses',
    'e2e/staff/studio-drafts',
    'e2e/staff/studio-authors',
    'e2e/staff/studio-imports',
    'e2e/staff/studio-lessons',
  ],
  billing: [
    'e2e/billing/',
    'e2e/learning/',
    'e2e/accounts/joining',
    'e2e/staff/studio-orders',
    'e2e/staff/studio-services',
    'e2e/staff/studio-tables',
    'e2e/staff/first-run',
  ],
  explore: ['e2e/billing/public-pages'],
  streams: ['e2e/learning/'],
  progress: ['e2e/learning/'],
  downloads: ['e2e/learning/downloads', 'e2e/shell/budget'],
  install: ['e2e/shell/install', 'e2e/shell/two-releases', 'e2e/shell/budget', 'e2e/homework-and-chat/share'],
  chat: ['e2e/homework-and-chat/', 'e2e/staff/studio.spec'],
  homework: ['e2e/homework-and-chat/', 'e2e/staff/studio.spec', 'e2e/staff/studio-lessons'],
  consultations: ['e2e/homework-and-chat/consultation', 'e2e/staff/studio.spec'],
  support: ['e2e/staff/support'],
  banners: ['e2e/learning/banners'],
  announcements: ['e2e/staff/studio-announcements'],
  clubs: ['e2e/billing/clubs'],
  clubchat: ['e2e/billing/club-chat'],
  articles: ['e2e/billing/clubs', 'e2e/billing/articles'],
  videocalls: ['e2e/videocalls/'],
  videoconsultations: ['e2e/homework-and-chat/video-consultation', 'e2e/staff/studio-calendar', 'e2e/videocalls/'],
  events: ['e2e/homework-and-chat/video-consultation', 'e2e/shell/shell.spec'],
  navigation: ['e2e/shell/navigation', 'e2e/shell/menus'],
  notifications: ['e2e/learning/notices', 'e2e/learning/reminders', 'e2e/staff/studio-alerts'],
  cohorts: ['e2e/staff/studio-cohorts', 'e2e/staff/studio-codes'],
  figures: ['e2e/staff/studio-figures', 'e2e/staff/studio-sales'],
  workload: ['e2e/staff/studio-workload'],
  learners: ['e2e/staff/studio-learners'],
  people: ['e2e/staff/studio-people', 'e2e/staff/studio-tables', 'e2e/staff/first-run'],
  trials: ['e2e/staff/studio-drafts'],
  setup: ['e2e/staff/first-run'],
  today: ['e2e/staff/today'],
  backups: ['e2e/staff/today', 'e2e/staff/first-run'],
}

/** The rules in their order; the first that fits a file says which walks it asks for. */
const rules = [
  { files: /\.test\.tsx?$|\.md$|^(docs|bench|scripts|\.ci)\/|\/testing\/|^walls|^LICENSE/, walks: [] },
  { files: /^e2e\/.*\.spec\.ts$/, walks: file => [file] },
  {
    files: /^studio\/features\/(\w+)\//,
    walks: (_file, feature) => ['e2e/staff/', ...(walksOfFeature[feature] ?? ['e2e/'])],
  },
  {
    files: /^(?:server|shared|kit|web)\/features\/(\w+)\//,
    walks: (_file, feature) => walksOfFeature[feature] ?? ['e2e/'],
  },
  { files: /^studio\//, walks: ['e2e/staff/'] },
  { files: /^(web\/app|kit\/(ui|shell|copy))\//, walks: ['e2e/shell/'] },
  // The rest is under everything: platforms, settings, brands, the demo school, packages, what walks share.
  { files: /./, ...everyWalk },
]

/** The walks that changed files ask for, as arguments of Playwright; what another argument covers is left out. */
export function walksFor(files) {
  const wanted = new Set(files.flatMap(walksOf))
  return [...wanted]
    .filter(walk => ![...wanted].some(other => other !== walk && walk.startsWith(other)))
    .sort((one, other) => (one < other ? -1 : 1))
}

function walksOf(file) {
  for (const { files, walks } of rules) {
    const found = files.exec(file)
    if (found) return typeof walks === 'function' ? walks(file, found[1]) : walks
  }
  return []
}

/** The commit that changes are counted from: where the branch left main, on main itself the last commit. */
export function changeBase(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('merge-base', 'HEAD', 'main')
  } catch {
    return 'HEAD'
  }
}

/** Files that differ from `base` in the working tree, deleted and new ones too. */
export function changedFiles(root, base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return [...git('diff', '--name-only', '-z', base), ...git('ls-files', '-o', '--exclude-standard', '-z')].sort()
}
