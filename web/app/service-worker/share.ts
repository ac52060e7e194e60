import { keepShared } from '#web/platform/device/shared-files.ts'

/** Keeps the photos and videos that another app shares, and leads to the screen that asks where they go. */
export async function takeShared(request: Request): Promise<Response> {
  const given = await request.formData()
  const files = given.getAll('files').filter(one => one instanceof File)
  await keepShared(files, Date.now())
  return Response.redirect('/share', 303)
}
