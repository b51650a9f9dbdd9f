#pragma once
// Declares nothing: what is in CStart.c runs by itself.
