/** One soft knock: a struck table, made of a falling tone. */
export function knock(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.setValueAtTime(190, audio.currentTime);
    tone.frequency.exponentialRampToValueAtTime(70, audio.currentTime + 0.09);
    gain.gain.setValueAtTime(0.16, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.13);
    tone.onended = () => void audio.close();
  } catch {
    // No sound device: the frame and the line above the hand say the same.
  }
}
