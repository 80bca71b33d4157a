/** Small sounds made on the spot; off unless the player turns them on. */

import { settings } from './settings.svelte'

let context: AudioContext | null = null

function audio(): AudioContext | null {
  if (!settings.sound) return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

function tone(at: AudioContext, frequency: number, start: number, length: number, volume = 0.12): void {
  const oscillator = at.createOscillator()
  const gain = at.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(volume, at.currentTime + start)
  gain.gain.exponentialRampToValueAtTime(0.001, at.currentTime + start + length)
  oscillator.connect(gain).connect(at.destination)
  oscillator.start(at.currentTime + start)
  oscillator.stop(at.currentTime + start + length)
}

function knock(at: AudioContext, start: number, pitch: number, volume: number): void {
  const length = 0.045
  const buffer = at.createBuffer(1, at.sampleRate * length, at.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3
  const source = at.createBufferSource()
  const filter = at.createBiquadFilter()
  const gain = at.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  gain.gain.value = volume
  source.connect(filter).connect(gain).connect(at.destination)
  source.start(at.currentTime + start)
}

export function rollSound(dice: number): void {
  const at = audio()
  if (!at) return
  const knocks = Math.min(14, 4 + dice)
  for (let n = 0; n < knocks; n += 1) knock(at, 0.05 + Math.random() * 0.55, 900 + Math.random() * 1800, 0.5)
}

export function tapSound(): void {
  const at = audio()
  if (at) knock(at, 0, 1500, 0.35)
}

export function turnSound(): void {
  const at = audio()
  if (!at) return
  tone(at, 660, 0, 0.14)
  tone(at, 880, 0.1, 0.2)
}

export function wrongSound(): void {
  const at = audio()
  if (!at) return
  tone(at, 196, 0, 0.18)
  tone(at, 156, 0.12, 0.26)
}

export function endSound(): void {
  const at = audio()
  if (!at) return
  for (const [n, frequency] of [523, 659, 784, 1047].entries()) tone(at, frequency, n * 0.11, 0.4)
}
