import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  courses: '/admin/courses',
  courseImports: '/admin/course-imports',
  courseImport: '/admin/course-imports/:importId',
  course: '/admin/courses/:courseId',
  draft: '/admin/courses/:courseId/draft',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The courses of the school and all that they were. */
export const courses = declareFeature(addresses, {
  sections: [
    { address: 'courses', at: 35, title: 'courses.title', icon: 'book', key: 'c', roles: ['author', 'admin'] },
  ],
  finder: {
    title: 'courses.title',
    roles: ['author', 'admin'],
    find: async () => (await import('./data.ts')).findCourses,
  },
  slots: { frame: () => import('./uploads/UploadsInFrame.tsx') },
  screens: {
    courses: { section: 'courses', screen: () => import('./CoursesScreen.tsx') },
    courseImports: {
      section: 'courses',
      screen: () => import('./bring-in/ImportsScreen.tsx'),
    },
    courseImport: {
      section: 'courses',
      screen: () => import('./bring-in/ImportScreen.tsx'),
    },
    draft: { section: 'courses', screen: () => import('./draft/DraftScreen.tsx') },
    course: { section: 'courses', screen: () => import('./CourseScreen.tsx') },
  },
})
