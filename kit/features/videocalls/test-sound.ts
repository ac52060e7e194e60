/** Two quiet tones on the chosen speaker, to hear that there is sound. */
export async function playTestSound(speakerId: string | undefined): Promise<void> {
  const context = new AudioContext()
  const withSpeaker = context as AudioContext & { setSinkId?: (id: string) => Promise<void> }
  if (speakerId !== undefined) await withSpeaker.setSinkId?.(speakerId).catch(() => {})
  const volume = context.createGain()
  volume.gain.value = 0.15
  volume.connect(context.destination)
  const starts = [0, 0.25]
  for (const start of starts) {
    const tone = context.createOscillator()
    tone.frequency.value = start === 0 ? 523 : 659
    tone.connect(volume)
    tone.start(context.currentTime + start)
    tone.stop(context.currentTime + start + 0.2)
  }
  await new Promise(resolve => setTimeout(resolve, 700))
  await context.close()
}
