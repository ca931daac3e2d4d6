/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include "ring.h"

#ifndef RING_LOCAL_H
#define RING_LOCAL_H
#endif

#define RING_SIZE 64
#define MIN(a, b) \
	((a) < (b) ? (a) : (b))

/* forward declarations */
static int ring_grow(struct ring *r, size_t by);
extern void ring_trace(const char *fmt, ...);
struct opaque;

/**
 * struct ring - a ring of bytes
 */
struct ring {
	unsigned char *data;
	size_t head, tail;
	union {
		int fd;
		void *priv;
	} u;
};

typedef struct {
	int x;
	int y;
} point_t;

typedef struct node {
	struct node *next;
	int value;
} node_t, *node_p;

typedef int (*compare_fn)(const void *, const void *);
typedef unsigned long ulong_t;

enum color {
	RED,
	GREEN = 2,
};

union word {
	int i;
	float f;
};

static const char *const names[] = {
	"red",
	"green",
};

int ring_debug;
static struct ring global_ring = { 0 };

static const struct file_operations ring_fops = {
	.open = ring_open,
	.read = ring_read,
};

/* Grows it. */
static int
ring_grow(struct ring *r, size_t by)
{
	unsigned char *data = realloc(r->data, by);

	if (!data)
		return -1;
	r->data = data;
	return 0;
}

// Makes a ring.
struct ring *ring_new(size_t size /* in bytes */)
{
	struct ring *r = calloc(1, sizeof(*r));
	struct local { int a; } l;

	(void)l;
	return r;
}

static inline __attribute__((unused)) void ring_free(struct ring *r) { free(r); }

int (*ring_find_compare(int kind))(const void *, const void *)
{
	return NULL;
}

/* old style */
int ring_sum(a, b)
	int a;
	int b;
{
	return a + b;
}

#ifdef CONFIG_RING_STATS
unsigned long ring_stats(const struct ring *r)
{
	return r->head;
}
#else
unsigned long ring_stats(const struct ring *r)
{
	return 0;
}
#endif

static void *(*allocate)(size_t) = malloc;

const char *color_name(enum color c)
{
	switch (c) {
	case RED:
		return names[0];
	default:
		return "?";
	}
}

int main(int argc, char **argv)
{
	return ring_new(RING_SIZE) == NULL;
}
