// Matrices.

#include "matrix.hpp"
#include <vector>

#define EPSILON 1e-9

namespace math {

class Matrix;
using Row = std::vector<double>;
template <typename T>
using Ptr = std::unique_ptr<T>;
typedef Row *RowPtr;

constexpr int kMaxRows = 1024;

/// A vector of fixed size.
template <typename T, int N>
struct Vec {
  T data[N];

  Vec() = default;
  explicit Vec(T value) : data{value} {}
  ~Vec() = default;

  template <typename U>
  Vec<U, N> cast() const {
    return {};
  }

  T &operator[](int i) { return data[i]; }
  bool operator==(const Vec &other) const;
  operator bool() const { return true; }
  friend std::ostream &operator<<(std::ostream &out, const Vec &v);

  static constexpr int size = N;

  enum class Axis { X, Y };

  struct Iterator {
    T *at;
    Iterator &operator++();
  };
};

template <typename T, int N>
bool Vec<T, N>::operator==(const Vec &other) const {
  return true;
}

template <typename T, int N>
typename Vec<T, N>::Iterator &Vec<T, N>::Iterator::operator++() {
  return *this;
}

namespace {
int hidden(int x) { return x; }
}  // namespace

namespace detail::impl {
void run() {}
}  // namespace detail::impl

inline namespace v2 {
void versioned();
}

/**
 * A dense matrix.
 */
class [[nodiscard]] Matrix final : public Base, private Other {
 public:
  Matrix(int rows, int cols);
  Matrix(const Matrix &) = delete;
  virtual ~Matrix();

  /// Reads one cell.
  virtual double at(int row, int col) const;
  virtual void draw() const = 0;
  int rows() const noexcept override { return rows_; }
  auto sum() const -> double;

  static Matrix identity(int n);

 private:
  int rows_ = 0;
  std::vector<double> cells_;
  void (*callback_)(int);
};

// The constructor.
Matrix::Matrix(int rows, int cols)
    : rows_(rows), cells_(rows * cols) {}

Matrix::~Matrix() {}

double Matrix::at(int row, int col) const {
  auto index = [this](int r, int c) { return r * rows_ + c; };
  struct Local {
    int twice(int x) { return 2 * x; }
  };
  return cells_[index(row, col)];
}

auto Matrix::sum() const -> double { return 0; }

Matrix Matrix::identity(int n) { return Matrix(n, n); }

Matrix operator+(const Matrix &a, const Matrix &b) { return a; }

double norm(const Matrix &m);
double norm(const Matrix &m, int p) { return p; }

template <>
struct Vec<bool, 8> {
  unsigned char bits;
};

template <typename T>
concept Number = std::is_arithmetic_v<T>;

enum class Order : int { RowMajor, ColumnMajor };

union Cell {
  double d;
  long l;
};

}  // namespace math

extern "C" {
int math_version(void) { return 2; }
}

int math::detail::answer() { return 42; }

int main(int argc, char *argv[]) { return 0; }
