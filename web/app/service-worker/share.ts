import { keepShared } from '#web/platform/device/shared-files.ts'

/**
 * Keeps the photos and videos that another app shares, and leads to the screen that asks where they go. Of a form that was cut
 * off nothing has arrived, and that screen says so.
 */
export async function takeShared(request: Request): Promise<Response> {
  const files = await filesOf(request).catch(() => [])
  await keepShared(files, Date.now()).catch(() => {})
  return Response.redirect('/share', 303)
}

async function filesOf(request: Request): Promise<File[]> {
  return (await request.formData()).getAll('files').filter(one => one instanceof File)
}
